// @ts-check
/** The line to the table: kept, watched, and its loss announced (TF-35). */

/** @typedef {{attempt: number, status: number | null, reader: ReadableStreamDefaultReader | null}} Connection */

const SILENCE = 8000; // two pings missed, looked at once a second: TF-35 allows 10 s
const GRACE = 1200; // a line that comes back at once is not worth a word

const line = /** @type {HTMLElement} */ (document.getElementById('line'));
/** @type {Connection | null} */
let connection = null;
let heard = Date.now();
let lost = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let worry;

/** @param {string} state @param {string} words */
function say(state, words) {
  line.hidden = !words;
  line.dataset.state = state;
  line.textContent = words;
}

const BROKEN = 'The line to the table is broken. What you see may be out of date; trying again …';
const AWAY = 'The table cannot be written down just now; what was written is safe, and it comes back by itself.';

/** @param {string} words */
function lose(words) {
  if ((lost && line.textContent === words) || document.hidden) return;
  lost = true;
  say('lost', words);
}
const broken = () => lose(BROKEN);

function found() {
  clearTimeout(worry);
  worry = undefined;
  heard = Date.now();
  if (!lost) return;
  lost = false;
  const unsent = document.querySelector('#notice .unreached > span'); // stays until it was sent or put away
  if (unsent) unsent.textContent = 'The line is back. What did not reach the table can be sent now.';
  say('back', `Back at the table.${unsent ? '' : ' Everything is up to date again.'}`);
  setTimeout(() => { if (!lost) say('', ''); }, 5000);
}

/** @param {Event} event @returns {any} */
const detail = (event) => /** @type {CustomEvent} */ (event).detail ?? {};

document.addEventListener('htmx:sse:before:connection', (event) => {
  if (detail(event).connection.attempt > 0) worry ??= setTimeout(broken, GRACE);
});
document.addEventListener('htmx:sse:error', () => { worry ??= setTimeout(broken, GRACE); });
document.addEventListener('htmx:sse:after:connection', (event) => {
  connection = detail(event).connection;
  heard = Date.now();
});
document.addEventListener('htmx:sse:before:message', (event) => {
  if (detail(event).message?.event !== 'lost') return found();
  clearTimeout(worry); // the line holds: it is the table that is away
  worry = undefined;
  heard = Date.now();
  lose(AWAY);
});
// At the goodbye htmx first aborts the request and then cancels its reader, which fails with that abort
// and is caught by nobody. Cancelling alone ends the request as well.
document.addEventListener('htmx:sse:after:message', (event) => {
  if (detail(event).message?.event === 'bye') detail(event).connection.abortController = null;
});
document.addEventListener('htmx:sse:close', (event) => {
  if (detail(event).reason !== 'message') return;
  const own = document.getElementById('live')?.dataset.own;
  if (own) location.replace(own); // a seat that was lent has gone back: on from one's own (TF-6)
  else say('lost', 'This seat is closed here. Open your seat link to come back.');
});

const SOON = 1000; // at first; then twice as long each time, up to
const MOST = 10_000;
let pause = SOON;

/** The very first connection is not tried again by htmx itself. @param {Event} event */
function again(event) {
  const live = event.target;
  if (!(live instanceof HTMLElement) || live.id !== 'live' || /** @type {any} */ (live)._htmx?.sse) return;
  worry ??= setTimeout(broken, GRACE);
  setTimeout(() => live.dispatchEvent(new Event('tablefolk:connect')), pause);
  pause = Math.min(pause * 2, MOST);
}
document.addEventListener('htmx:response:error', again);
document.addEventListener('htmx:error', again);

/** A line that died in silence (sleep, another network) is let go, so that it is made anew. */
function renew() {
  connection?.reader?.cancel().catch(() => {});
}
setInterval(() => {
  if (document.hidden || Date.now() - heard < SILENCE) return;
  broken();
  renew();
}, 1000);
window.addEventListener('offline', broken);
window.addEventListener('online', renew);
document.addEventListener('visibilitychange', () => { heard = Date.now(); });
