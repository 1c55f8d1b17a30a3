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

/** The sets of dice that fell in an act: one; or every hand, where several threw together. @param {Element} entry @returns {HTMLElement[]} */
function setsOf(entry) {
  const hands = /** @type {HTMLElement[]} */ ([...entry.querySelectorAll('.dice[data-hand]')]);
  const one = /** @type {HTMLElement | null} */ (entry.querySelector(DICE));
  return hands.length > 1 ? hands : one ? [one] : [];
}

/** The same dice once more; several hands each with whose they are and what they came to. @param {HTMLElement[]} sets @returns {Element} */
function drawn(sets) {
  if (sets.length === 1) return /** @type {Element} */ (sets[0].cloneNode(true));
  const all = document.createElement('span');
  all.className = 'hands';
  for (const dice of sets) {
    const hand = document.createElement('span');
    hand.className = 'hand';
    const label = document.createElement('span');
    label.className = 'hand-label';
    label.setAttribute('aria-hidden', 'true'); // the dice say whose they are, too
    const who = document.createElement('span');
    who.className = 'hand-who';
    who.textContent = dice.dataset.hand ?? '';
    const total = document.createElement('span');
    total.className = 'hand-total';
    total.textContent = dice.dataset.total ?? '';
    label.append(who, ' ', total);
    hand.append(label, ' ', dice.cloneNode(true));
    all.append(hand, ' ');
  }
  return all;
}

/** What is told aloud: every hand, then what it came to. @param {Element} entry @returns {string} */
function aloud(entry) {
  const sets = setsOf(entry);
  const hands = sets.length > 1 ? sets.map((dice) => dice.querySelector('.sr')?.textContent ?? '') : [];
  return [...hands, wordsOf(entry)].join(' ').replace(/\s+/g, ' ').trim();
}

/** What an act came to, beside its dice: neither what they were thrown for, nor what they show themselves. @param {Element} entry @param {HTMLElement[]} sets @returns {string} */
function beside(entry, sets) {
  const said = wordsOf(entry);
  if (!sets.length) return said;
  if (sets.length === 1) return said.replace(/ for “[^”]*”(?=:)/, '').replace(/ throws [^:“]*:/, ':').replace(/ \([\d ]+\)/, '');
  const scores = sets.map((dice) => `${dice.dataset.name} ${dice.dataset.total}`);
  return scores.reduce((words, score) => words.replace(`${score}, `, '').replace(`${score}: `, ''), said);
}

/** @param {Element} entry @param {HTMLElement[]} sets */
function show(entry, sets) {
  const large = drawn(sets);
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
  const sets = setsOf(entry);
  const words = document.createElement('span');
  words.className = 'just-words';
  const when = document.createElement('small');
  when.textContent = label;
  words.append(when, ` ${beside(entry, sets)}`);
  const look = document.createElement('a');
  look.className = 'just-look';
  look.href = `#${entry.id}`;
  look.title = 'Look at it in the story';
  look.dataset.look = '';
  look.append(...(sets.length ? [drawn(sets)] : []), words);
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
  const sets = setsOf(entry);
  if (counts(entry)) {
    note(entry, 'Just now');
    fresh();
    clearTimeout(fades);
    fades = setTimeout(last, RECENT);
  }
  if (act && sets.length && !busy() && !entry.matches('.struck')) show(entry, sets);
  if (act ? sets.length : has(entry, SPOKEN)) say(aloud(entry));
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
