// @ts-check
/** What an act opens is brought into view: a move made from the sheet, a character just begun. */

/** @type {Record<string, string>} */
const OPENS = {
  Propose: '.mu-move.mu-mine',
  MakeCharacter: '.mu-sheet',
  TakeReadyMade: '.mu-tray',
  FinishCharacter: '.mu-tray',
};
const WHILE = 3000; // the news may come before the answer, or a moment after it
let wanted = '';
let until = 0;

function look() {
  const goal = wanted && Date.now() < until ? document.querySelector(wanted) : null;
  if (!goal) return;
  wanted = '';
  const { top } = goal.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.6) goal.scrollIntoView({ block: 'start' });
}

document.addEventListener('htmx:after:request', (event) => {
  const form = event.target;
  const status = /** @type {any} */ (event).detail?.ctx?.response?.status ?? 0;
  if (!(form instanceof HTMLFormElement) || !status || status >= 300) return;
  wanted = OPENS[String(new FormData(form).get('do'))] ?? '';
  until = Date.now() + WHILE;
  look();
});
document.addEventListener('htmx:after:swap', look);
