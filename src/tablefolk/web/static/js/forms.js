// @ts-check
/** A fold asks for what is in it when it is opened, and again when that has changed. */

/** Of what that was drawn that lies in a fold by now. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** @param {Element} fold */
async function ask(fold) {
  const card = fold.matches('.card');
  const place = fold.querySelector(card ? ':scope > .asked' : '.asked');
  const mark = fold.getAttribute('data-form');
  if (!place || !mark || shown.get(place) === mark) return;
  shown.set(place, mark);
  const name = encodeURIComponent(place.id.replace(/-asked$/, ''));
  const asking = { target: place, swap: 'innerMorph' };
  place.setAttribute('aria-busy', 'true');
  try {
    const where = `${location.pathname}/${card ? 'card?at' : 'form?offer'}=${name}`;
    await /** @type {any} */ (window).htmx.ajax('GET', where, asking);
  } catch {
    shown.delete(place);
  }
  place.removeAttribute('aria-busy');
}

document.addEventListener('toggle', (event) => {
  if (event.target instanceof HTMLDetailsElement && event.target.open) ask(event.target);
}, true);
document.addEventListener('htmx:after:swap', () => {
  document.querySelectorAll('details[data-form][open]').forEach(ask);
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
