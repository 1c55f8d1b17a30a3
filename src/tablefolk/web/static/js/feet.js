// @ts-check
/** A foot that sticks to the lower edge may lie over something: then it says so, and a tap leads there. */

const now = /** @type {HTMLElement} */ (document.getElementById('now'));
const stage = /** @type {HTMLElement} */ (now.closest('.stage'));
const HIDDEN = 14; // pixels under a foot that nobody misses
const MORE = 'More';

/** How far up from its place in the card each foot is held. @returns {[HTMLElement, number][]} */
function lifted() {
  const feet = /** @type {HTMLElement[]} */ ([...now.querySelectorAll('.foot-stuck')]);
  const held = feet.map((foot) => foot.getBoundingClientRect().top);
  for (const foot of feet) foot.style.position = 'static';
  const places = feet.map((foot) => foot.getBoundingClientRect().top);
  for (const foot of feet) foot.style.position = '';
  return feet.map((foot, n) => [foot, places[n] - held[n]]);
}

export function look() {
  for (const [foot, by] of lifted()) {
    foot.dataset.more = MORE;
    foot.classList.toggle('over', by > HIDDEN);
  }
}

/** @type {number} */
let soon = 0;
function later() {
  cancelAnimationFrame(soon);
  soon = requestAnimationFrame(look);
}
for (const kind of ['htmx:after:swap', 'tablefolk:tab']) document.addEventListener(kind, look);
document.addEventListener('toggle', later, true);
stage.addEventListener('scroll', later, { passive: true });
window.addEventListener('resize', later);
document.fonts.ready.then(look);
look();

document.addEventListener('click', (event) => {
  const foot = event.target;
  if (!(foot instanceof HTMLElement) || !foot.matches('.foot-stuck.over')) return;
  const by = lifted().find(([one]) => one === foot)?.[1] ?? 0;
  stage.scrollBy({ top: by, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
});
