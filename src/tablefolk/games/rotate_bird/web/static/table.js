// @ts-check
/** What a table of Rotate Bird does beyond what every table does: one can draw at it, and take others' words. */
import './drawing-pad.js';

/** A suggestion that is taken stands where it belongs, and can still be changed. */
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-fill]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const field = document.getElementById(button.dataset.fill ?? '');
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = button.value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
});
