// @ts-check
/** What a table page does beyond links and forms. */
import './calling.js';
import './copy.js';
import './chair.js';
import './dice.js';
import './find.js';
import './feet.js';
import './forms.js';
import './live.js';
import './keys.js';
import './moment.js';
import './since.js';
import './ways.js';
import { sending, sent as forget } from './drafts.js';
import { page } from './page.js';
import { land, opened, settled } from './stage.js';
import { newest, show, shown } from './tabs.js';

/** An act that did not get through, or perhaps not: sent again as it was, it acts once (TF-36). @type {WeakMap<Element, {id: string, said: string}>} */
const unsent = new WeakMap();

/** What a form says, whatever page it is on. @param {any} body @returns {string} */
const said = (body) => JSON.stringify([...body ?? []].filter(([name]) => !['id', 'page', 'from'].includes(name)));

const FOLDS = 'details.offer, details.why, details.confirm, details.fold-once';

/** The fold a form was sent from: the news of it may have taken the form away. @type {WeakMap<Element, HTMLDetailsElement>} */
const folds = new WeakMap();

/** The panel a form was sent from. @type {WeakMap<Element, HTMLElement>} */
const panels = new WeakMap();

/** The tab a form was sent from. @type {WeakMap<Element, string>} */
const tabs = new WeakMap();

/** What stood in the fields of a form when it was sent. @type {WeakMap<Element, string>} */
const sent = new WeakMap();

/** @param {HTMLFormElement} form @param {Event} event */
function keepId(form, event) {
  const body = context(event)?.request?.body;
  const id = body?.get?.('id');
  if (id) unsent.set(form, { id, said: said(body) });
}

/** @returns {string} */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** @param {Event} event @returns {any} */
const context = (event) => /** @type {CustomEvent} */ (event).detail?.ctx;

document.addEventListener('htmx:config:request', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const body = context(event)?.request?.body;
  const kept = unsent.get(form);
  const id = kept?.said === said(body) ? kept.id : newId();
  under.set(form, (under.get(form) ?? 0) + 1);
  tabs.set(form, shown());
  busy(event, true);
  unrefuse();
  for (const field of fieldsOf(form)) sent.set(field, state(field));
  sending(form);
  const fold = form.closest(FOLDS);
  if (fold instanceof HTMLDetailsElement) folds.set(form, fold);
  const panel = form.closest('[popover]');
  if (panel instanceof HTMLElement) panels.set(form, panel);
  if (body instanceof FormData || body instanceof URLSearchParams) {
    body.set('id', id);
    body.set('page', page);
    if (form.closest('#now')) body.set('from', 'stage');
  }
  acts.add(context(event));
  document.dispatchEvent(new Event('tablefolk:acted'));
});

/** The acts that are under way: the form of one may be gone before it is answered. @type {WeakSet<object>} */
const acts = new WeakSet();

/** How often a form is under way: each is sent once until it is answered, but for small steps. @type {WeakMap<Element, number>} */
const under = new WeakMap();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || 'many' in form.dataset || !under.get(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener('htmx:finally:request', (event) => {
  const form = context(event)?.sourceElement ?? event.target;
  if (form instanceof HTMLFormElement) under.set(form, Math.max(0, (under.get(form) ?? 1) - 1));
  if (acts.delete(context(event))) document.dispatchEvent(new Event('tablefolk:answered'));
});

document.addEventListener('htmx:after:request', (event) => {
  // The news of an act may have taken its form away: what is told of it then, is told of the page.
  const form = context(event)?.sourceElement ?? event.target;
  const status = context(event)?.response?.status ?? 0;
  if (!(form instanceof HTMLFormElement) || !status) return;
  if (status >= 500) keepId(form, event); // whether it was written nobody knows
  else unsent.delete(form);
  if (status >= 400) setTimeout(() => { if (!notice.hasChildNodes()) unreached(); }, ANSWERED);
  if (status >= 300) return refuse(form, context(event)?.request?.submitter);
  const stays = form.id === 'say-form' || 'many' in form.dataset || form.closest('.drawer, [popover], .care, .say') !== null;
  forget(form);
  done(form);
  if ((form.closest('#now') || !stays) && !opened()) settled();
  if (form.closest('.say')) newest();
  const elsewhere = shown() !== 'table' && shown() !== tabs.get(form); // whoever has gone on is not called back
  if (!stays && !elsewhere) land();
});

// -- A refusal stands at the control that was pressed ---------------------------------------------

const notice = /** @type {HTMLElement} */ (document.getElementById('notice'));

/** The control that was refused, until its notice is put away. @type {Element | null} */
let refused = null;

/** @param {HTMLFormElement} form @param {Element | null | undefined} pressed */
function refuse(form, pressed) {
  const control = pressed?.isConnected ? pressed : form.querySelector('button[type=submit]') ?? form;
  if (!control.isConnected || !control.getClientRects().length || !control.clientHeight) return;
  control.setAttribute('aria-describedby', 'notice');
  control.scrollIntoView({ block: 'nearest' });
  refused = control;
  placeNotice();
  if (control instanceof HTMLElement && document.activeElement === document.body) control.focus({ preventScroll: true });
}

/** Move the notice to the refused control. */
function placeNotice() {
  if (!refused?.isConnected || !notice.hasChildNodes()) return;
  const box = refused.getBoundingClientRect();
  notice.classList.add('at-control');
  const { height, width } = notice.getBoundingClientRect();
  const left = Math.max(12, Math.min(box.left, innerWidth - width - 12));
  const above = box.bottom + height + 16 > innerHeight;
  notice.classList.toggle('above', above);
  notice.style.left = `${left + scrollX}px`;
  notice.style.top = `${(above ? Math.max(4, box.top - height - 10) : box.bottom + 10) + scrollY}px`;
  notice.style.setProperty('--at', `${Math.max(8, Math.min(box.left + box.width / 2 - left - 8, width - 32))}px`);
}
// The words come some time after the status, and are moved before they are first painted.
new MutationObserver(placeNotice).observe(notice, { childList: true });

function unrefuse() {
  refused = null;
  document.querySelector('[aria-describedby="notice"]')?.removeAttribute('aria-describedby');
  notice.classList.remove('at-control', 'above');
  notice.removeAttribute('style');
  notice.replaceChildren();
}
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') unrefuse(); });
document.addEventListener('pointerdown', (event) => {
  if (notice.hasChildNodes() && event.target instanceof Node && !notice.contains(event.target)) unrefuse();
}, true);
notice.addEventListener('click', (event) => { if (event.target instanceof Element && event.target.closest('[data-unrefuse]')) unrefuse(); });

/** What was tapped is seen to be under way, in a queue from the tap on. @param {Event} event @param {boolean} on */
const busy = (event, on) => context(event)?.request?.submitter?.classList.toggle('sending', on);
document.addEventListener('htmx:before:request', (event) => busy(event, true));
document.addEventListener('htmx:finally:request', (event) => busy(event, false));

/** What did not get through is said, and keeps its id: sending it again is safe. */
document.addEventListener('htmx:error', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  keepId(event.target, event);
  unreached();
});

/** Milliseconds in which a no of the table has its words here: a proxy that answers for it brings none. */
const ANSWERED = 250;

function unreached() {
  const words = document.createElement('p');
  words.className = 'notice notice-no unreached';
  const away = document.createElement('button');
  Object.assign(away, { type: 'button', className: 'tool', textContent: '×', ariaLabel: 'Put this away' });
  away.dataset.unrefuse = '';
  const said = document.createElement('span');
  said.textContent = 'That did not reach the table. Try again once the line is back.';
  words.append(said, away);
  notice.replaceChildren(words);
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => /** @type {Field[]} */ ([...form.querySelectorAll('input:not([type=hidden]), select, textarea')]);

/** @param {Field} field @returns {boolean} */
const ticked = (field) => field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type);

/** @param {Field} field @returns {string} */
const state = (field) => (ticked(field) ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value);

/** What stands in a field that nobody has touched. @param {Field} field @returns {string} */
function first(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].find((one) => one.defaultSelected)?.value ?? field.options[0]?.value ?? '';
  return ticked(field) ? String(/** @type {HTMLInputElement} */ (field).defaultChecked) : field.defaultValue;
}

/** @param {Field} field */
function clear(field) {
  if (field instanceof HTMLSelectElement) for (const one of field.options) one.selected = one.defaultSelected;
  else if (ticked(field)) /** @type {HTMLInputElement} */ (field).checked = /** @type {HTMLInputElement} */ (field).defaultChecked;
  else field.value = field.defaultValue;
}

/**
 * What was sent is cleared away. The news of it may come before the answer and turn the form into
 * the next one: what somebody has written there since then stays.
 * @param {HTMLFormElement} form
 */
function done(form) {
  const fields = fieldsOf(form);
  const newer = fields.filter((field) => sent.has(field) && sent.get(field) !== state(field) && state(field) !== first(field));
  if (newer.length) return fields.filter((field) => !newer.includes(field)).forEach(clear);
  form.reset();
  const fold = form.closest(FOLDS) ?? folds.get(form);
  for (const one of [fold, fold?.closest('details.fold-once')]) if (one instanceof HTMLDetailsElement) one.open = false;
  panels.get(form)?.hidePopover();
}

/** Where the focused thing went away, its region takes the focus; from anywhere else, the scene does. */
let focused = /** @type {Element | null} */ (null);
let home = /** @type {Element | null} */ (null);
document.addEventListener('focusin', (event) => {
  focused = /** @type {Element} */ (event.target);
  home = focused.closest('.drawer, .side-people, .side-story');
});
document.addEventListener('htmx:after:swap', () => {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  const head = home?.querySelector('[tabindex="-1"]') ?? document.getElementById('now-head');
  if (head instanceof HTMLElement) head.focus({ preventScroll: true });
  focused = null;
});

/** The tab a thing lies in. @param {Element} thing @returns {string} */
function tabOf(thing) {
  if (thing.closest('.side-story')) return 'story';
  return thing.closest('.side-people') ? 'people' : thing.closest('.stage') ? 'table' : '';
}

const FIELDS = 'button, input:not([type=hidden]), select, textarea, summary';

/** Links to something in another tab open that tab first; in the drawer they stay there. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const goal = link && document.getElementById((link.getAttribute('href') ?? '').slice(1));
  const tab = goal && tabOf(goal);
  if (!goal || !(tab || goal.closest('.drawer')) || link.classList.contains('tab')) return;
  event.preventDefault();
  if (tab) show(tab);
  goal.scrollIntoView({ block: goal.matches(FIELDS) ? 'nearest' : 'start' });
  const field = goal.matches(FIELDS) || goal.hasAttribute('tabindex') ? goal : goal.querySelector(FIELDS);
  if (field instanceof HTMLElement) chosen(field, link).focus();
});

/**
 * A link to a choice makes it, and the one that goes with it (`data-with`); what is to be filled
 * in next takes the focus.
 * @param {HTMLElement} field
 * @param {Element} link
 */
function chosen(field, link) {
  const next = document.getElementById(field.dataset.then ?? '');
  if (!(field instanceof HTMLInputElement) || !next) return field;
  const also = document.getElementById(link.getAttribute('data-with') ?? '');
  for (const one of [field, also]) {
    if (!(one instanceof HTMLInputElement)) continue;
    one.checked = true;
    one.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return next;
}

/** A rule opens beside the table instead of leading away from it. */
document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-rule]') : null;
  const dialog = document.getElementById('rule');
  const text = document.getElementById('rule-text');
  if (!(link instanceof HTMLAnchorElement) || !(dialog instanceof HTMLDialogElement) || !text) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { 'HX-Request': 'true' } });
  if (!answer.ok) return;
  text.innerHTML = await answer.text();
  if (!dialog.open) dialog.showModal();
});

/** Enter sends a line, Shift+Enter breaks it. */
document.addEventListener('keydown', (event) => {
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement) || !('say' in field.dataset)) return;
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  field.form?.requestSubmit();
});
