// @ts-check
/** Keys, listed on `?`; they can be switched off, for some people's tools type by themselves. */
import { show } from './tabs.js';

const help = /** @type {HTMLDialogElement} */ (document.getElementById('help'));
const on = /** @type {HTMLInputElement} */ (document.getElementById('keys-on'));
on.checked = localStorage.getItem('keys') !== 'off';
on.addEventListener('change', () => localStorage.setItem('keys', on.checked ? 'on' : 'off'));
document.getElementById('help-button')?.addEventListener('click', () => help.showModal());

const TABS = ['scene', 'people', 'story', 'desk'];

/** @type {Record<string, () => void>} */
const keys = {
  '?': () => help.showModal(),
  '!': () => document.getElementById('stop-button')?.click(),
  '/': () => { show('story'); document.getElementById('say-text')?.focus(); },
  o: () => focusFirst('#owed'),
};

/** @param {string} where */
function focusFirst(where) {
  const first = document.querySelector(`${where} button, ${where} a, ${where} input:not([type=hidden])`);
  const place = first ?? document.querySelector(where);
  if (place instanceof HTMLElement) place.focus();
}

/** @param {string} name */
function goTo(name) {
  show(name);
  document.getElementById(`${name}-head`)?.focus();
}

document.addEventListener('keydown', (event) => {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  const typing = at.matches('input, textarea, select, [contenteditable]');
  if (event.key === 'Escape' && typing) at.blur();
  if (typing || !on.checked || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const tab = document.querySelector(`.tab:not([hidden])[data-tab="${TABS[Number(event.key) - 1] ?? ''}"]`);
  const act = tab instanceof HTMLElement ? () => goTo(tab.dataset.tab ?? '') : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
