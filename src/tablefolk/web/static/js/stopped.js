// @ts-check
/** Beside the table, on its log or settings: a Stop is seen here too, as soon as it is pressed (TF-33). */

const EVERY = 1500;
const banner = /** @type {HTMLElement} */ (document.getElementById('stopped'));
let shown = '';

async function look() {
  if (document.hidden) return;
  const answer = await fetch(banner.dataset.at ?? '').catch(() => null);
  if (!answer?.ok) return;
  const { stopped, care } = await answer.json();
  if (stopped === shown) return;
  shown = stopped;
  banner.innerHTML = stopped;
  const head = document.getElementById('care');
  if (head) head.innerHTML = care;
}
setInterval(look, EVERY);
document.addEventListener('visibilitychange', look);
look();

export {};
