// @ts-check
/** The chair changes hands: what is the GM's alone comes to one page and goes from the other (TF-7). */

import { page } from './page.js';

const role = /** @type {HTMLElement} */ (document.getElementById('role'));
const runs = () => role.querySelector('[data-gm]') !== null;
let ran = runs();

/** @param {string} words */
function say(words) {
  const said = document.createElement('p');
  said.className = 'notice notice-info';
  said.textContent = words;
  document.getElementById('notice')?.replaceChildren(said);
}

async function invite() {
  const answer = await fetch(`${location.pathname}/invite?page=${page}`);
  if (answer.ok) document.getElementById('now')?.insertAdjacentHTML('beforebegin', await answer.text());
}

/** While the GM is alone the square lies open, and stays when the first sits down: the next is still pointing a phone at it. */
const square = () => document.getElementById('invite');
const alone = () => document.querySelectorAll('.person').length < 2;
if (alone()) square()?.classList.add('stays');
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-invited]')) square()?.classList.remove('stays');
});
/** Whoever goes on to something else is done with it. */
document.addEventListener('submit', (event) => {
  const talk = event.target instanceof Element && event.target.closest('.say, .care');
  if (!talk && !alone()) square()?.classList.remove('stays');
}, true);

document.addEventListener('htmx:after:swap', async () => {
  if (runs() === ran) return;
  ran = runs();
  document.body.classList.toggle('is-gm', ran);
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-gms]'))) part.hidden = !ran;
  document.getElementById('invite')?.remove();
  if (ran) await invite(); // by then the answer to taking the chair has come, and cleared the notice
  say(role.querySelector('[data-words]')?.getAttribute('data-words') ?? '');
});
