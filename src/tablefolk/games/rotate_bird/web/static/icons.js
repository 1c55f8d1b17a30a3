// @ts-check
/** The workbench of packs: an icon is chosen from a grid, found by words. */
const dialog = document.getElementById('icons');
const words = document.getElementById('icons-words');
const found = document.getElementById('icons-found');
/** @type {HTMLInputElement | null} */
let goal = null;
let asked = 0;

async function look() {
  if (!(words instanceof HTMLInputElement) || !found) return;
  const mine = ++asked;
  const answer = await fetch(new URL(`../../icons?q=${encodeURIComponent(words.value)}`, import.meta.url), { headers: { 'HX-Request': 'true' } });
  const text = await answer.text();
  if (mine === asked) found.innerHTML = text;
}

/** @param {HTMLElement} button */
function open(button) {
  const field = document.getElementById(button.dataset.chooseIcon ?? '');
  if (!(dialog instanceof HTMLDialogElement && words instanceof HTMLInputElement && field instanceof HTMLInputElement)) return;
  goal = field;
  words.value = '';
  dialog.showModal();
  words.focus();
  look();
}

/** @param {string} name */
function take(name) {
  if (!goal || !(dialog instanceof HTMLDialogElement)) return;
  goal.value = name;
  goal.dispatchEvent(new Event('input', { bubbles: true }));
  dialog.close();
  goal.focus();
}

document.addEventListener('click', (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const button = at?.closest('[data-choose-icon]');
  if (button instanceof HTMLElement) { event.preventDefault(); open(button); }
  const icon = at?.closest('#icons [data-icon]');
  if (icon instanceof HTMLElement) take(icon.dataset.icon ?? '');
});
words?.addEventListener('input', look);

export {};
