// @ts-check
/** What somebody has typed is kept until it is sent: over an update, a tab put away, a reload; and so
 * is what was picked in a form that has words to be found, or where `data-keep` says so. */

import { mark } from './page.js';

const WHERE = `draft:${location.pathname}:${mark}:`;
const TYPED = 'textarea, input:not([type]), input[type=text], input[type=search]';
const PICKED = ':is([data-keep], form:has(textarea, input[type=text])) :is(input[type=radio], input[type=checkbox], select)';
const FIELDS = `${TYPED}, ${PICKED}`;

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {Element} field @returns {string} */
const nameOf = (field) => (field.id && field.closest('form') && !field.matches('[type=search]') ? WHERE + field.id : '');

/** @param {Field} field @returns {field is HTMLInputElement} */
const ticks = (field) => field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');

/** @param {Field} field @returns {string} */
const now = (field) => (ticks(field) ? (field.checked ? 'on' : 'off') : field.value);

/** How it was drawn. @param {Field} field @returns {string} */
function drawn(field) {
  if (field instanceof HTMLSelectElement) return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
  return ticks(field) ? (field.defaultChecked ? 'on' : 'off') : field.defaultValue;
}

/** @param {Field} field */
function keep(field) {
  const name = nameOf(field);
  if (!name) return;
  if (now(field) && now(field) !== drawn(field)) sessionStorage.setItem(name, now(field));
  else sessionStorage.removeItem(name);
}

document.addEventListener('input', (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!(field instanceof Element) || !field.matches(FIELDS)) return;
  const others = ticks(field) && field.type === 'radio' && field.form ? [...field.form.elements] : [field];
  for (const other of /** @type {Field[]} */ (others)) if (other.name === field.name) keep(other);
});

/** What was typed or picked before comes back into fields that are as they were drawn. */
function bring() {
  for (const field of /** @type {NodeListOf<Field>} */ (document.querySelectorAll(FIELDS))) {
    const name = nameOf(field);
    const kept = name && now(field) === drawn(field) ? sessionStorage.getItem(name) : null;
    if (!kept) continue;
    if (ticks(field)) field.checked = kept === 'on';
    else field.value = kept;
  }
}

/** What a form was sent with: the news of it may turn the form into another one. @type {WeakMap<Element, [string, string][]>} */
const under = new WeakMap();

/** @param {HTMLFormElement} form */
export function sending(form) {
  const fields = /** @type {Field[]} */ ([...form.querySelectorAll(FIELDS)]);
  under.set(form, fields.filter(nameOf).map((field) => [nameOf(field), now(field)]));
}

/** What was sent is forgotten, but for what was typed since. @param {HTMLFormElement} form */
export function sent(form) {
  for (const [name, value] of under.get(form) ?? []) if (sessionStorage.getItem(name) === value) sessionStorage.removeItem(name);
}

document.addEventListener('htmx:after:swap', bring);
bring();
