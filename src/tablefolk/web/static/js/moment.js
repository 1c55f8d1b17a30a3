// @ts-check
/** A throw is a shared moment: large dice for everybody, wherever they are; one line for who is busy. */
import { tell } from './tabs.js';

const moment = /** @type {HTMLElement} */ (document.getElementById('moment'));
const just = /** @type {HTMLElement} */ (document.getElementById('just'));
const story = document.getElementById('story-new');
const STAYS = 4000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let until;

/** @param {string} words */
function say(words) {
  const place = document.getElementById('announce');
  if (place) place.textContent = words;
}

/** What is left out takes the space before it along. @param {Element} part */
function leave(part) {
  const before = part.previousSibling;
  if (before instanceof Text) before.data = before.data.trimEnd();
  part.remove();
}

/** What is told in one sentence, without the rule's number. @param {Element} entry @returns {string} */
function wordsOf(entry) {
  const said = /** @type {Element | undefined} */ (entry.querySelector('.line-told > p')?.cloneNode(true));
  said?.querySelectorAll('.rule, .why-link, .tag, .drawn .sr, .drawn-chat').forEach(leave);
  return (said?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Whether this seat owes an answer, or somebody is writing: then nothing may cover the page. */
const busy = () => document.querySelector('#now .now[data-kind="owed"]') !== null || document.activeElement?.matches('textarea, input:not([type=hidden])') === true;

export function skip() {
  clearTimeout(until);
  moment.hidden = true;
}

/** @param {Element} entry @param {Element} dice */
function show(entry, dice) {
  const large = /** @type {Element} */ (dice.cloneNode(true));
  large.classList.add('tumbling');
  const words = document.createElement('p');
  words.className = 'moment-words';
  words.textContent = wordsOf(entry);
  const button = document.createElement('button');
  button.className = 'button button-quiet moment-skip';
  button.type = 'button';
  button.textContent = 'Skip';
  button.addEventListener('click', skip);
  moment.replaceChildren(large, words, button);
  moment.hidden = false;
  clearTimeout(until);
  until = setTimeout(skip, STAYS);
}

const ACTS = '.line-threw, .line-did, .line-ruled';
const SPOKEN = '.line-narrated, .line-spoke, .line-said, .line-whispered, .line-scene';
const DICE = '.line-threw .dice, .line-threw ~ * .dice, .dice';
const RECENT = 90_000; // what is older is no longer just now

/** Whether an entry stands in the line above what is to do now: the newest does, whatever its kind. @param {Element} entry */
const counts = (entry) => !entry.matches('.struck') && wordsOf(entry) !== '';

/** Where an act is one line, its entry is that line. @param {Element} entry @param {string} kinds */
const has = (entry, kinds) => entry.matches(kinds) || entry.querySelector(kinds) !== null;

/** What an act has come to, in one line, which has its place whether it is filled or not. @param {Element} entry @param {string} label */
function note(entry, label) {
  const dice = entry.querySelector(DICE);
  const words = document.createElement('span');
  words.className = 'just-words';
  const when = document.createElement('small');
  when.textContent = label;
  // Beside the dice there is room for what they came to, not for what they were thrown for.
  const said = dice ? wordsOf(entry).replace(/ for “[^”]*”(?=:)/, '').replace(/ throws [^:“]*:/, ':').replace(/ \([\d ]+\)/, '') : wordsOf(entry);
  words.append(when, ` ${said}`);
  const look = document.createElement('a');
  look.className = 'just-look';
  look.href = `#${entry.id}`;
  look.title = 'Look at it in the story';
  look.dataset.look = '';
  look.append(...(dice ? [dice.cloneNode(true)] : []), words);
  just.replaceChildren(look);
}

/** While it is fresh, it is seen over an open drawer, too. */
function fresh() {
  just.classList.add('fresh');
  clearTimeout(stale);
  stale = setTimeout(() => just.classList.remove('fresh'), STAYS);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let stale;

/** The last thing that came to pass, once it is no longer just now. */
function last() {
  const entry = [...document.querySelectorAll('.story .entry')].reverse().find(counts);
  if (entry) note(entry, 'Last');
  else just.replaceChildren();
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let fades;

/** What was taken back has not just happened. */
document.addEventListener('htmx:after:swap', () => {
  const at = just.querySelector('a')?.getAttribute('href')?.slice(1) ?? '';
  if (document.getElementById(at)?.matches('.struck')) last();
});

/** @param {Element} entry */
function came(entry) {
  const act = has(entry, ACTS);
  const dice = entry.querySelector(DICE);
  if (counts(entry)) {
    note(entry, 'Just now');
    fresh();
    clearTimeout(fades);
    fades = setTimeout(last, RECENT);
  }
  if (act && dice && !busy() && !entry.matches('.struck')) show(entry, dice);
  if (act ? dice : has(entry, SPOKEN)) say(wordsOf(entry));
}

if (story) {
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof Element && node.matches('.entry'));
    const fresh = /** @type {Element[]} */ (added).filter((entry) => !known.has(entry.id));
    for (const entry of fresh) known.add(entry.id);
    if (fresh.length > 3) return last(); // a new chapter, not something that has just happened
    fresh.forEach(came);
    const others = fresh.length - Number(Date.now() - acted < OWN);
    if (others > 0) tell(others);
  }).observe(story, { childList: true });
}
const OWN = 2000; // what is told so soon after one's own act is that act
let acted = 0;
const known = new Set([...document.querySelectorAll('.entry')].map((entry) => entry.id));

last();
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') skip(); });
document.addEventListener('tablefolk:acted', () => { acted = Date.now(); skip(); });
