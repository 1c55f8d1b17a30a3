// @ts-check
/** "You are waited for": in the page's title and icon; and, where its person said yes, a soft sound; on the screen a buzz, too, for browsers let no hidden page vibrate. */
import { page } from './page.js';
import { choose, chosen, play, switches } from './sound.js';

const EVERY = 15_000; // a hidden page has no line to the table, and asks now and then
const AWAY = 60_000; // so long without a touch, and nobody is there

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
const usual = icon?.href ?? '';
const mark = icon?.dataset.mark ?? ''; // what a title begins with while its person is waited for
const waits = () => mark !== '' && document.title.startsWith(mark);

let touched = Date.now();
for (const kind of ['pointerdown', 'keydown', 'pointermove', 'visibilitychange']) document.addEventListener(kind, () => { touched = Date.now(); }, { passive: true, capture: true });

/** What one was called for, or saw: nobody is called twice for the same. */
let called = document.title;

/** The icon follows the title; whoever is not looking is called. */
function look() {
  if (icon) icon.href = waits() ? usual.replace(/icon\.svg.*$/, 'icon-waits.svg') : usual;
  if (document.title === called) return;
  called = document.title;
  if (waits() && chosen('call', false) && (document.hidden || Date.now() - touched > AWAY)) call();
}

function call() {
  play('call');
  if (!document.hidden) navigator.vibrate?.([120, 80, 120]);
}

const head = document.querySelector('title');
if (head) new MutationObserver(look).observe(head, { childList: true, characterData: true, subtree: true });

async function ask() {
  const before = document.title;
  const answer = await fetch(`${location.pathname}/waited?page=${encodeURIComponent(page)}`).catch(() => null);
  const news = answer?.ok ? (await answer.json()).title : before;
  if (document.title === before) document.title = news; // else the line was quicker
}
const live = document.getElementById('live');
if (live && live.dataset.role !== 'onlooker') { // beside the table, js/stopped.js asks
  setInterval(() => { if (document.hidden) ask(); }, EVERY);
  // Coming back, too: the line sends no title that is as it was when the page was hidden.
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
}

switches('call-switch', 'call', false);
document.getElementById('call-switch')?.addEventListener('click', () => { if (chosen('call', false)) call(); }); // as it will be

/** On a phone it is offered once. */
const offer = document.getElementById('call-offer');
const small = matchMedia('(max-width: 59.99rem)');
document.getElementById('call-buzz')?.toggleAttribute('hidden', !('vibrate' in navigator));
const open = () => { if (offer) offer.hidden = !small.matches || !navigator.maxTouchPoints || localStorage.getItem('call') !== null; };
offer?.addEventListener('click', (event) => {
  const answer = event.target instanceof Element ? event.target.closest('[data-call]')?.getAttribute('data-call') : null;
  if (!answer) return;
  choose('call', answer === 'on');
  if (answer === 'on') call();
});
document.addEventListener('tablefolk:chosen', open);
open();
look();
