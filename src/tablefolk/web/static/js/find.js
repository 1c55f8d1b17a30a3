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

/** @returns {NodeListOf<HTMLInputElement>} */
const fields = () => document.querySelectorAll('input[data-find]');

document.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement && 'find' in event.target.dataset) look(event.target);
});
document.addEventListener('htmx:after:swap', () => fields().forEach((field) => { if (field.value) look(field); }));
