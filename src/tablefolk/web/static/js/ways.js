// @ts-check
/** A way to make a move (`data-only`) shows only beside the moves that can be made through it. */

/** @param {Element} way */
function fit(way) {
  const made = way.closest('form')?.querySelector('select[name=make], [name=make][type=hidden]');
  const only = (way.getAttribute('data-only') ?? '').split(' ');
  const value = made instanceof HTMLInputElement || made instanceof HTMLSelectElement ? made.value : '';
  const off = value !== '' && !only.includes(value);
  way.toggleAttribute('hidden', off);
  for (const field of way.querySelectorAll('input')) field.disabled = off;
}

const all = () => document.querySelectorAll('[data-only]').forEach(fit);

document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.name === 'make') all();
});
document.addEventListener('htmx:after:swap', all);
all();
