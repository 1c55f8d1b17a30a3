// @ts-check
/** A fold asks for what is in it when it is opened, and again when that has changed; a text in it can be typed at once. */

import { page } from './page.js';
import { show } from './tabs.js';

/** Of what that was drawn that lies in a fold by now. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** @param {Element} fold */
async function ask(fold) {
  const place = fold.querySelector('.asked');
  const mark = fold.getAttribute('data-form');
  if (!place || !mark || shown.get(place) === mark) return;
  shown.set(place, mark);
  const name = encodeURIComponent(place.id.replace(/-asked$/, ''));
  const asking = { target: place, swap: 'innerMorph' };
  place.setAttribute('aria-busy', 'true');
  try {
    const where = `${location.pathname}/form?offer=${name}&page=${page}`;
    await /** @type {any} */ (window).htmx.ajax('GET', where, asking);
  } catch {
    shown.delete(place);
  }
  place.removeAttribute('aria-busy');
}

const CONTROLS = 'input:not([type=hidden]), select, textarea, button, summary';
const TYPED = 'textarea, input:is(:not([type]), [type=text], [type=number])';
/** The fold whose label was tapped last. @type {Element | null} */
let tapped = null;

document.addEventListener('click', (event) => {
  const label = event.target instanceof Element ? event.target.closest('summary') : null;
  if (label) tapped = label.parentElement;
}, true);

document.addEventListener('toggle', async (event) => {
  const fold = event.target;
  if (!(fold instanceof HTMLDetailsElement) || !fold.open) return;
  await ask(fold);
  if (fold !== tapped || !fold.open) return;
  fold.querySelector(':scope > .offer-body')?.scrollIntoView({ block: 'nearest' });
  enter(fold);
}, true);

/** Where a text comes first in a fold, it takes the focus; unless that has gone elsewhere by then. @param {HTMLDetailsElement} fold */
function enter(fold) {
  tapped = null;
  const label = fold.querySelector(':scope > summary');
  const first = [...fold.querySelectorAll(CONTROLS)].find((one) => one !== label);
  const free = [label, document.body].includes(/** @type {HTMLElement} */ (document.activeElement));
  if (free && first instanceof HTMLElement && first.matches(TYPED)) first.focus();
}

document.addEventListener('htmx:after:swap', () => {
  document.querySelectorAll('details[data-form][open]').forEach(ask);
});

/** Whisper back: the form for it, with whoever whispered ticked. */
document.addEventListener('click', async (event) => {
  const to = event.target instanceof Element ? event.target.closest('[data-whisper]')?.getAttribute('data-whisper') : null;
  const more = document.getElementById('say-more');
  const fold = more?.querySelector('[data-way="Say"] details');
  if (!to || !(more instanceof HTMLDetailsElement) || !(fold instanceof HTMLDetailsElement)) return;
  show('story');
  more.open = fold.open = true;
  await ask(fold);
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (fold.querySelectorAll('input[type=checkbox]'))) {
    box.checked = box.value === to;
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }
  fold.querySelector('textarea')?.focus();
});

/** Where a number can be picked or typed, what was touched last counts, and the other is empty. */
document.addEventListener('input', (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.form) return;
  for (const other of field.form.elements) {
    if (!(other instanceof HTMLInputElement) || other === field || other.name !== field.name) continue;
    if (field.type === 'radio' && other.type === 'number') other.value = '';
    if (field.type === 'number' && other.type === 'radio') other.checked = field.value === '' && other.value === '0';
  }
});

/** A number beyond its bounds goes to the table, which says why not and what can be done about it; what is missing the
 * browser asks for. */
document.addEventListener('click', (event) => {
  const form = event.target instanceof Element ? event.target.closest('button')?.form : null;
  const fields = /** @type {HTMLInputElement[]} */ ([...form?.elements ?? []]);
  const beyond = (/** @type {ValidityState} */ is) => is.rangeOverflow || is.rangeUnderflow;
  if (form) form.noValidate = fields.every(({ validity }) => !validity || validity.valid || beyond(validity));
}, true);

/** A double click that began on a button selects nothing of the card that comes in its place. */
let began = false;
document.addEventListener('mousedown', (event) => {
  const at = /** @type {Element} */ (event.target);
  if (event.detail === 1) began = at.closest('button, summary, label') !== null;
  else if (began && !at.closest('input, textarea, select')) event.preventDefault();
});
