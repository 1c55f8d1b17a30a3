// @ts-check
/** Keys, listed on `?`; they can be switched off, for some people's tools type by themselves. */
import { land, open, say } from './stage.js';
import { show } from './tabs.js';

const help = /** @type {HTMLDialogElement} */ (document.getElementById('help'));
const on = () => localStorage.getItem('keys') !== 'off';
/** What the digits press: the answers; where nothing is asked, the ways to begin something. */
const ways = () => {
  const answers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#now .reply'));
  const found = answers.length ? answers : /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#now :is(.tile, .chip[data-on])'));
  return [...found].slice(0, 9);
};

/** Each shows its digit, where there is a keyboard (css/stage.css). */
function number() {
  const all = on() ? ways() : [];
  for (const one of document.querySelectorAll('[data-key]')) if (!all.includes(/** @type {HTMLElement} */ (one))) one.removeAttribute('data-key');
  all.forEach((one, n) => { one.dataset.key = String(n + 1); });
}
document.addEventListener('htmx:after:swap', number);
number();
document.getElementById('help-button')?.addEventListener('click', explain);

/** The list is made when it is first asked for. */
function explain() {
  const words = document.getElementById('help-words');
  if (!help.hasChildNodes() && words instanceof HTMLTemplateElement) help.append(words.content.cloneNode(true));
  const box = /** @type {HTMLInputElement} */ (document.getElementById('keys-on'));
  box.checked = on();
  box.onchange = () => { localStorage.setItem('keys', box.checked ? 'on' : 'off'); number(); };
  help.showModal();
}

/** @type {Record<string, () => void>} */
const keys = {
  '?': explain,
  '!': toStop,
  n: land,
  s: say,
  '/': say,
  m: () => focusFirst('#mat'),
  p: () => { show('people'); document.getElementById('people-head')?.focus(); },
  t: () => open({ in: 'tools' }, document.querySelector('.mat-more')),
};

let cameAt = 0; // to Stop, by its key
const TYPES_ON = 1000;

/** Nothing stops the table by a slip of one key: Enter does. */
function toStop() {
  cameAt = Date.now();
  document.getElementById('stop-button')?.focus();
}
/** Whoever types on, believing to be in a field, presses Stop neither by a space. */
for (const kind of /** @type {('keydown' | 'keyup')[]} */ (['keydown', 'keyup'])) {
  document.addEventListener(kind, (event) => {
    const on = event.target instanceof Element && event.target.id === 'stop-button';
    if (on && event.key === ' ' && Date.now() - cameAt < TYPES_ON) event.preventDefault();
  });
}

/** @param {string} where */
function focusFirst(where) {
  const first = document.querySelector(`${where} a, ${where} button`);
  if (first instanceof HTMLElement) first.focus();
}

/** The answers in their order: what is final is selected by its key, and confirmed by its button. @param {string} key */
function answer(key) {
  const way = /^[1-9]$/.test(key) ? ways()[Number(key) - 1] : null;
  return way ? () => { way.focus(); way.click(); } : null;
}

document.addEventListener('keydown', (event) => {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  const typing = at.matches('input, textarea, select, [contenteditable]');
  if (event.key === 'Escape') leave(at, typing);
  if (typing || !on() || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const act = answer(event.key) ?? keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/** Escape leaves a field, then closes what lies over the page, the menu too, then the drawer. @param {HTMLElement} at @param {boolean} typing */
function leave(at, typing) {
  const over = document.querySelector(':popover-open, #notice > *, #moment:not([hidden])');
  const menu = document.querySelector('#menu[open]');
  if (typing) at.blur();
  else if (menu) {
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  }
  else if (!over && document.getElementById('drawer')?.hasChildNodes()) open({ in: '' });
  delete document.getElementById('room')?.dataset.say;
}
