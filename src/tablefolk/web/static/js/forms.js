// @ts-check
/** A fold asks for its form when it is opened, and again when what it offers has changed. */

/** Of what the form was drawn that lies in a fold by now. @type {WeakMap<Element, string>} */
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
    await /** @type {any} */ (window).htmx.ajax('GET', `${location.pathname}/form?offer=${name}`, asking);
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
