// @ts-check
/** Beside the table, on its log or settings: a Stop is seen here too, as soon as it is pressed (TF-33); and that one is waited for (TF-30). */
import './calling.js';

const EVERY = 1500;
const HIDDEN = 15_000; // a page that nobody looks at asks now and then
const MOST = 10_000; // so long between two tries at a server that does not answer
const banner = /** @type {HTMLElement} */ (document.getElementById('stopped'));
const waited = /** @type {HTMLElement} */ (document.getElementById('waited'));
const seat = new URLSearchParams(location.search).get('seat'); // whose page it is, where its address says so
const own = document.title;
let shown = '';
let line = waited.innerHTML.trim();
let pause = EVERY;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** Ask, and again after a while. */
async function look() {
  const about = new URLSearchParams(seat ? { seat } : {});
  if (document.hidden) about.set('hidden', ''); // nobody looks: it is no sign of life (TF-31)
  const answer = await fetch(`${banner.dataset.at}?${about}`).catch(() => null);
  pause = answer?.ok ? EVERY : Math.min(pause * 2, MOST);
  clearTimeout(next);
  next = setTimeout(look, document.hidden ? HIDDEN : pause);
  if (answer?.ok) show(await answer.json());
}

/** @param {{waited: string, stopped: string, care: string}} news */
function show(news) {
  if (news.waited.trim() !== line) {
    line = news.waited.trim();
    waited.innerHTML = line;
    call();
  }
  if (news.stopped === shown) return;
  shown = news.stopped;
  banner.innerHTML = shown;
  const head = document.getElementById('care');
  if (head) head.innerHTML = news.care;
}

/** The title says it as the table's own does; the icon and the sound follow it. */
function call() {
  const called = waited.querySelector('[data-called]')?.getAttribute('data-called');
  document.title = called ? `${called} · ${own}` : own;
}
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
call();
look();
