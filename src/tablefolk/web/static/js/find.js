// @ts-check
/** Notes that do not hold the words looked for step aside while one types (TF-12). */

/** @param {HTMLInputElement} field */
function look(field) {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const note of field.closest('.notes')?.querySelectorAll('.note') ?? []) {
    const written = [...note.querySelectorAll('h4, .note-text')].map((part) => part.textContent).join(' ').toLowerCase();
    note.toggleAttribute('hidden', !words.every((word) => written.includes(word)));
  }
}

/** Whether a word of a text begins so: "xp" is no part of "export". @param {string} text @param {string} word */
const begins = (text, word) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`);

/** Pictures and tools whose names, or other words for them, do not hold the words step aside; what is chosen stays.
 * @param {HTMLInputElement} field */
function sift(field) {
  const words = field.value.toLowerCase().split(/\s+/);
  const all = [...(document.getElementById(field.dataset.sift ?? '')?.querySelectorAll('.picture-option, .tool-row') ?? [])];
  for (const one of all) {
    const named = `${one.textContent} ${one.getAttribute('data-words') ?? ''}`.toLowerCase();
    const fits = words.every((word) => begins(named, word)) || one.querySelector(':checked');
    one.toggleAttribute('hidden', !fits);
  }
  for (const group of document.querySelectorAll(`#${field.dataset.sift} .tool-group`)) {
    group.toggleAttribute('hidden', !group.querySelector('.tool-row:not([hidden])'));
  }
  const none = document.querySelector(`#${field.dataset.sift} [data-none]`);
  none?.toggleAttribute('hidden', all.some((one) => !one.hasAttribute('hidden')));
  const found = document.getElementById(`${field.dataset.sift}-found`);
  if (found) found.textContent = field.value ? `${all.filter((one) => !one.hasAttribute('hidden')).length} of ${all.length}` : '';
}

/** @returns {NodeListOf<HTMLInputElement>} */
const fields = () => document.querySelectorAll('input[data-find]');

document.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement && 'find' in event.target.dataset) look(event.target);
});
document.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.dataset.sift) sift(event.target);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.dataset.sift) event.preventDefault();
});
// A choice that is missing must be seen to be asked for.
document.addEventListener('invalid', (event) => {
  const grid = event.target instanceof Element ? event.target.closest('.picture-grid') : null;
  const field = grid && document.querySelector(`input[data-sift="${grid.id}"]`);
  if (field instanceof HTMLInputElement && field.value) { field.value = ''; sift(field); }
}, true);
document.addEventListener('htmx:after:swap', () => fields().forEach((field) => { if (field.value) look(field); }));
