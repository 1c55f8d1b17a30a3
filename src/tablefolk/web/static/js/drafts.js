// @ts-check
/** What somebody has typed is kept until it is sent: over an update, a tab put away, a reload; and so
 * is what was picked in a form that has words to be found, or where `data-keep` says so. What a player wrote in one
 * tool on the stage is forgotten once they have acted from another: it was meant for this act. */

import { mark } from './page.js';

const WHERE = `draft:${location.pathname}:${mark}:`;
const TYPED = 'textarea, input:not([type]), input[type=text], input[type=search]';
const PICKED = ':is([data-keep], form:has(textarea, input[type=text])) :is(input[type=radio], input[type=checkbox], input[type=number], select)';
const FIELDS = `${TYPED}, ${PICKED}`;

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {Element} field @returns {string} */
const nameOf = (field) => (field.id && field.closest('form') && !field.matches('[type=search]') ? toolOf(field) + field.id : '');

const TOOLS = `${WHERE}tool:`;
/** Under what a field is kept. @param {Element} field */
function toolOf(field) {
  const tool = field.closest('.now[data-tool]')?.getAttribute('data-part');
  return tool ? `${TOOLS}${tool}:` : WHERE;
}

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

/** What was written in a form goes along into the part that is opened from it (`data-carries`). */
let carried = { words: '', from: '' };
/** Of a field that such words have come into: the one they are from. @type {Map<string, string>} */
const origins = new Map();

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('[data-carries]') : null;
  const field = /** @type {Field | null | undefined} */ (link?.closest('form')?.querySelector(TYPED));
  carried = { words: field?.value.trim() ?? '', from: field ? nameOf(field) : '' };
}, true);

/** It fills the first place for it, with all folds open that lie over it. */
function fill() {
  const place = carried.words ? document.querySelector('#now [data-carried]') : null;
  const field = /** @type {Field | null | undefined} */ (place?.querySelector(TYPED));
  if (!field) return;
  field.value = carried.words;
  keep(field);
  origins.set(nameOf(field), carried.from);
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true;
  carried = { words: '', from: '' };
}

/** What was typed or picked before comes back into fields that are as they were drawn. */
function bring() {
  for (const field of /** @type {NodeListOf<Field>} */ (document.querySelectorAll(FIELDS))) {
    const name = nameOf(field);
    const kept = name && now(field) === drawn(field) ? sessionStorage.getItem(name) : null;
    if (!kept) continue;
    if (ticks(field)) field.checked = kept === 'on';
    else field.value = kept;
  }
  fill();
}

/** The tool that a form was sent from. @type {WeakMap<Element, string>} */
const from = new WeakMap();

/** What a form was sent with: the news of it may turn the form into another one. @type {WeakMap<Element, [string, string][]>} */
const under = new WeakMap();

/** @param {HTMLFormElement} form */
export function sending(form) {
  const fields = /** @type {Field[]} */ ([...form.querySelectorAll(FIELDS)]);
  from.set(form, toolOf(form));
  under.set(form, fields.filter(nameOf).map((field) => [nameOf(field), now(field)]));
}

/** What was sent is forgotten, but for what was typed since. @param {HTMLFormElement} form */
export function sent(form) {
  for (const [name, value] of under.get(form) ?? []) if (sessionStorage.getItem(name) === value) sessionStorage.removeItem(name);
  for (const [name] of under.get(form) ?? []) sessionStorage.removeItem(origins.get(name) ?? '');
  const tool = from.get(form) ?? WHERE;
  if (tool === WHERE || document.body.classList.contains('is-gm')) return;
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(TOOLS) && !name.startsWith(tool)) sessionStorage.removeItem(name);
}

document.addEventListener('htmx:after:swap', bring);
bring();
