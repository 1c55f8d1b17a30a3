// @ts-check
/** Big moments are shared: large for everybody, wherever they are; one line for who is busy. Made of the newest entry. */
import { sound } from './sound.js';
import { tell } from './tabs.js';

const moment = /** @type {HTMLElement} */ (document.getElementById('moment'));
const just = /** @type {HTMLElement} */ (document.getElementById('just'));
const story = document.getElementById('story-new');
/** How long each kind is there, in milliseconds. @type {Record<string, number>} */
const STAYS = { throw: 2400, reward: 2200, finished: 3000, filled: 2600, growth: 2600, farewell: 4000 };
const FRESH = 4000;
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
  const line = [...entry.querySelectorAll('.line-scene > p')].at(-1) ?? entry.querySelector('.line-told > p'); // an evening begins with its scene
  const said = /** @type {Element | undefined} */ (line?.cloneNode(true));
  said?.querySelectorAll('.rule, .why-link, .tag, .drawn .sr, .drawn-chat').forEach(leave);
  return (said?.textContent ?? '').replace(/\s+/g, ' ').replace(/([(“]) /g, '$1').trim();
}

let typedAt = 0;
document.addEventListener('input', () => { typedAt = Date.now(); }, true);

/** What was done here a moment ago; what comes of it is one's own. */
const own = () => going > 0 || Date.now() - Math.max(acted, answered) < OWN;

/** Whether somebody is writing: then nothing may cover the page. The field of an act just sent is done with. */
const writing = () => document.activeElement?.matches('textarea, select, input:not([type=hidden])') === true && !(own() && typedAt < acted);

/** What somebody has opened over the page: a moment would lie beneath it, and take its keys. */
const opened = () => document.querySelector('dialog[open], :popover-open, #menu[open]') !== null;

/** What is owed here, since when, and whether a hand has been at it. */
const owed = { what: '', since: 0, begun: false };
function look() {
  const card = document.querySelector('#now .now[data-kind="owed"]');
  const what = card ? `${card.getAttribute('data-part')} ${card.querySelector('h2')?.textContent}` : '';
  if (what !== owed.what) Object.assign(owed, { what, since: Date.now(), begun: false });
}
for (const kind of ['pointerdown', 'input']) document.addEventListener(kind, (event) => {
  if (event.target instanceof Element && event.target.closest('#now')) owed.begun = true;
}, true);
document.addEventListener('htmx:after:swap', look);

/** Whether somebody was at something to answer when a moment came: what that very act has given them, or one beside it, they have not begun to read. @param {number} at */
function owes(at) {
  look();
  return owed.what !== '' && (owed.begun || Math.abs(at - owed.since) > GIVEN);
}
const GIVEN = 1500;

/** @typedef {{kind: string, who: string, number: string, was: string, means: string, words: string, drawn: DocumentFragment, dice?: HTMLElement | null, poor?: boolean, concerns?: boolean, at?: number, entry: Element}} Big */

const ORDER = Object.keys(STAYS);

/** @param {Element} entry @returns {Big[]} */
function marksOf(entry) {
  const marks = /** @type {HTMLTemplateElement[]} */ ([...entry.querySelectorAll('template.big')]);
  return marks.map(({ dataset: { kind = '', who = '', number = '', was = '', means = '', words = '', poor }, content }) => ({ kind, who, number, was, means, words, poor: poor !== undefined, drawn: content, dice: content.querySelector('.dice'), entry }));
}

/** All that an entry tells of its throw, as one: later lines add to what is known of the last dice. @param {Big[]} bigs @returns {Big | undefined} */
function thrownOf(bigs) {
  return bigs.filter((big) => big.kind === 'throw').reduce((/** @type {Big | undefined} */ all, big) => {
    if (!all || big.dice) return big;
    const drawn = big.who ? big.drawn : all.drawn;
    return { ...big, who: big.who || all.who, number: big.number || all.number, means: big.means || all.means, dice: all.dice, drawn };
  }, undefined);
}

/** What of an entry is a moment: its dice once, however many of its lines tell of them; then the rest. @param {Element} entry @returns {Big[]} */
function bigsOf(entry) {
  const bigs = marksOf(entry);
  const thrown = thrownOf(bigs);
  const others = bigs.filter((big) => big.kind !== 'throw').sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  const dice = setsOf(entry);
  if (!dice.length && !thrown?.number && !thrown?.means) return others; // of dice that nobody sees, what they came to is there
  const words = { kind: 'throw', who: '', number: '', was: '', means: '', words: wordsOf(entry), drawn: new DocumentFragment(), entry };
  return has(entry, ACTS) ? [thrown ?? words, ...others] : others; // a game without moments has its dice all the same
}

/** Whom this seat plays. */
const me = () => document.querySelector('#mat .me-name')?.textContent?.trim() ?? '';

/** Those who are named, one by one. @param {string} who */
const names = (who) => [who, ...who.split(/, | and /)].map((name) => name.trim());
const mine = (/** @type {Big} */ big) => me() !== '' && names(big.who).includes(me());

/** Whether a moment may lie over the page: never over a hand that writes or what somebody has opened, nor over what is owed, unless its act is one's own or about oneself. @param {boolean} concerns @param {number} at */
const free = (concerns, at) => !opened() && !writing() && (concerns || !owes(at));

/** Which of an act's moments are shown large; somebody else's reward only lands. @param {Big[]} bigs @returns {Big[]} */
function covering(bigs) {
  const concerns = own() || bigs.some(mine);
  const at = Date.now();
  return free(concerns, at) ? bigs.filter((big) => big.kind !== 'reward' || mine(big)).map((big) => ({ ...big, concerns, at })) : [];
}

/** What is still to be shown: of the newest act, and of older ones what is no throw. @type {Big[]} */
let waiting = [];
/** What is shown now, if anything. @type {Big | undefined} */
let current;

/** The next one, if nothing speaks against it by now; while a finger is on the page, nothing comes under it. */
function next() {
  clearTimeout(until);
  if (pressed && moment.hidden) return;
  current = waiting.shift();
  while (current && (struck(current) || !free(current.concerns === true, current.at ?? 0))) current = waiting.shift();
  if (current) show(current);
  else moment.hidden = true;
}

let pressed = false;
document.addEventListener('pointerdown', (event) => { pressed = event.target instanceof Node && !moment.contains(event.target); }, true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(() => {
  pressed = false;
  if (moment.hidden && waiting.length) next();
}, PRESS), true);
const PRESS = 50; // what a press does is done before it

/** Whether it was taken back meanwhile. @param {Big} big */
const struck = (big) => document.getElementById(big.entry.id)?.matches('.struck') === true;

/** This one is over; those behind it come. */
export function skip() {
  if (!moment.hidden) next();
}

/** It has been there long enough. Where it was the last, it fades, and a tap that was meant for it meets nothing. */
function over() {
  if (waiting.length) return next();
  moment.classList.add('fading');
  until = setTimeout(next, FADES);
}
const FADES = 250;

/** The sets of dice that fell in an act: one; or every hand, where several threw together. @param {Element} entry @returns {HTMLElement[]} */
function setsOf(entry) {
  const all = /** @type {HTMLElement[]} */ ([...entry.querySelectorAll('.dice')]);
  const hands = all.filter((dice) => dice.dataset.hand);
  const one = thrownOf(marksOf(entry))?.dice ?? all.pop();
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

/** What is told aloud, once and in order: every hand, what it came to, what else is a moment. @param {Element} entry @param {Big[]} bigs @returns {string} */
function aloud(entry, bigs) {
  const sets = setsOf(entry);
  const hands = sets.length > 1 ? sets.map((dice) => dice.querySelector('.sr')?.textContent ?? '') : [];
  const told = wordsOf(entry);
  const more = bigs.map((big) => big.words).filter((words) => !told.includes(words) && !words.includes(told));
  return [...hands, told, ...more].join(' ').replace(/\s+/g, ' ').trim();
}

/** What an act came to, beside its dice: neither what they were thrown for, nor what they show themselves. @param {Element} entry @param {HTMLElement[]} sets @returns {string} */
function beside(entry, sets) {
  const said = wordsOf(entry);
  if (!sets.length) return said;
  if (sets.length === 1) return said.replace(/ for “[^”]*”(?=:)/, '').replace(/ throws [^:“]*:/, ':').replace(/ \([\d ]+\)/, '');
  return scoreless(said, sets);
}

/** Words without what each hand came to, which stands at the hands. @param {string} said @param {HTMLElement[]} sets */
function scoreless(said, sets) {
  const scores = sets.map((dice) => `${dice.dataset.name} ${dice.dataset.total}`);
  return scores.reduce((words, score) => words.replace(`${score}, `, '').replace(`${score}: `, ''), said);
}

/** @param {string} name @param {string} kind @param {(Node | string)[]} inside */
function part(name, kind, ...inside) {
  const made = document.createElement(name);
  made.className = kind;
  made.append(...inside);
  return made;
}

/** The face of whoever it is about, as the table has it. @param {Big} big @returns {Element | null} */
function faceOf(big) {
  const row = rowOf(big.who) ?? (mine(big) ? document.querySelector('#mat .me') : null);
  const face = row?.querySelector('.face') ?? (big.kind === 'filled' ? null : big.drawn.querySelector('.face')); // a bar has none
  const copy = /** @type {Element | undefined} */ (face?.cloneNode(true));
  copy?.classList.remove('face-small');
  return copy ?? null;
}

/** Of several who are all at the table, everybody's. @param {Big} big @returns {Element[]} */
function facesOf(big) {
  const each = names(big.who).slice(1);
  const all = each.length > 1 && each.every(rowOf) ? each.map((who) => faceOf({ ...big, who })) : [faceOf(big)];
  return all.filter((face) => face !== null);
}

/** @param {string} name @returns {Element | null} */
const rowOf = (name) => [...document.querySelectorAll('#people .person-row')].find((row) => row.querySelector('.person-name')?.textContent?.trim() === name) ?? null;

/** What came true, where a card or the tale of this very act says so. @param {Element} entry */
function stakeOf(entry) {
  const found = entry.querySelector('.means') ?? entry.querySelector('.line-narrated > p');
  return (found?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const bar = () => {
  const made = part('span', 'moment-bar', part('i', ''));
  made.setAttribute('aria-hidden', 'true');
  return made;
};

/** What is told of it, without dice that lie there; nothing, where all of it is shown. @param {Big} big @param {HTMLElement[]} sets */
function sentence({ who, means, words }, sets) {
  const told = sets.length > 1 ? scoreless(words, sets).replace(`${means}. `, '').replace(`${means}, `, '') : words;
  const more = told.toLowerCase().replace(who.toLowerCase(), '').replace(means.toLowerCase(), '').replace(/[^\p{L}\p{N}]/gu, '');
  const once = means && told.startsWith(`${means}: `) ? told.slice(means.length + 2) : told;
  return more ? once.replace(/ \([\d ]+\)/, '') : '';
}

/** @param {Big} big @returns {Node[]} */
function inside(big) {
  const { kind, entry } = big;
  const sets = kind === 'throw' ? setsOf(entry) : [];
  const faces = sets.length > 1 || !big.who ? [] : facesOf(big);
  const token = kind === 'reward' ? big.drawn.querySelector('.token')?.cloneNode(true) : null;
  const climbs = big.was ? [part('span', 'moment-was', big.was), part('span', 'moment-to', ' → ')] : [];
  const number = part('p', 'moment-number', ...climbs, part('span', 'moment-now', big.number));
  const stake = kind === 'throw' ? stakeOf(entry) : '';
  const line = sentence(big, sets);
  const large = sets.length ? drawn(sets) : null;
  large?.classList.add('tumbling');
  const pictures = big.drawn.querySelector('.moment-drawn')?.cloneNode(true) ?? null; // of who is ready, they are the face
  const faced = part('span', 'moment-face', ...faces, ...(token && !pictures ? [token] : []));
  const instead = kind === 'finished' && pictures;
  return [
    part('div', 'moment-who', ...(instead ? [instead] : faces.length || token ? [faced] : []), part('span', 'moment-name', sets.length > 1 ? '' : big.who)),
    ...(large ? [large] : kind === 'filled' ? [bar()] : []),
    ...(pictures && !instead ? [pictures] : []),
    ...(big.number && sets.length < 2 ? [number] : []),
    ...(big.means ? [part('p', 'moment-means', big.means)] : []),
    ...(stake ? [part('p', 'moment-words', stake)] : []),
    ...(line ? [part('p', stake || (big.means && kind !== 'reward') ? 'moment-line' : 'moment-words', line)] : []),
  ];
}

/** @param {Big} big */
function show(big) {
  const button = /** @type {HTMLButtonElement} */ (part('button', 'button button-quiet moment-skip', 'Skip'));
  button.type = 'button';
  moment.dataset.kind = big.kind;
  moment.toggleAttribute('data-poor', big.poor === true);
  moment.replaceChildren(part('div', 'moment-card', ...inside(big)), button);
  moment.style.top = `${Math.max(0, document.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0)}px`;
  moment.classList.remove('fading');
  moment.hidden = false;
  sound(big.kind);
  clearTimeout(until);
  until = setTimeout(over, STAYS[big.kind]);
}

// A tap anywhere, or a key that would do something beneath, ends it and does nothing else.
moment.addEventListener('click', () => { if (!moment.matches('.fading')) skip(); });
document.addEventListener('keydown', (event) => {
  const other = event.ctrlKey || event.metaKey || event.altKey || ['Tab', 'Shift', '!'].includes(event.key);
  if (moment.hidden || other || writing() || document.activeElement?.closest('.table-head')) return; // Stop is always at hand
  event.preventDefault();
  event.stopPropagation();
  skip();
}, true);

/** What somebody gets lands at their face: in the row of people, in the mat, or on the tab behind which they are. @param {Big} big */
function land(big) {
  const token = big.drawn.querySelector('.token');
  for (const name of new Set(names(big.who))) {
    const at = name === me() ? document.querySelector('#mat .me .face') : rowOf(name)?.querySelector('.face');
    const seen = at?.checkVisibility() ? at : at ? document.querySelector('.tab[data-tab="people"]') : null;
    if (!seen || !token) continue;
    const box = seen.getBoundingClientRect();
    const coin = part('span', 'landing', token.cloneNode(true));
    coin.setAttribute('aria-hidden', 'true');
    coin.style.left = `${box.left + box.width / 2}px`;
    coin.style.top = `${box.top + box.height / 2}px`;
    coin.style.setProperty('--from-x', `${innerWidth / 2 - box.left - box.width / 2}px`);
    coin.style.setProperty('--from-y', `${innerHeight / 3 - box.top - box.height / 2}px`);
    document.body.append(coin);
    setTimeout(() => coin.remove(), LANDS);
  }
}
const LANDS = 2200;

const ACTS = '.line-threw, .line-did, .line-ruled';
const SPOKEN = '.line-narrated, .line-spoke, .line-said, .line-whispered, .line-scene';
const RECENT = 90_000; // what is older is no longer just now

/** Whether an entry stands in the line above what is to do now: the newest does, whatever its kind, but that somebody has read something. @param {Element} entry */
const counts = (entry) => !entry.matches('.struck, .line-read') && wordsOf(entry) !== '';

/** Where an act is one line, its entry is that line. @param {Element} entry @param {string} kinds */
const has = (entry, kinds) => entry.matches(kinds) || entry.querySelector(kinds) !== null;

/** Words in which these stand out, each where it stands first. @param {string} text @param {string[]} which @returns {(Node | string)[]} */
function marked(text, which) {
  const [first, ...rest] = which;
  const at = first ? text.search(new RegExp(`(?<![\\w+−-])${first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i')) : -1;
  if (!which.length) return [text];
  if (at < 0) return marked(text, rest);
  const end = at + first.length;
  return [text.slice(0, at), part('b', '', text.slice(at, end)), ...marked(text.slice(end), rest)];
}

/** What an act has come to, in one line, which has its place whether it is filled or not. @param {Element} entry @param {string} label */
function note(entry, label) {
  const sets = setsOf(entry);
  const words = document.createElement('span');
  words.className = 'just-words';
  const when = document.createElement('small');
  when.textContent = entry.querySelector('.line-told > p .tag-private') ? `${label}, private` : label;
  const thrown = sets.length === 1 ? bigsOf(entry).find((big) => big.kind === 'throw') : undefined;
  words.append(when, ' ', ...marked(beside(entry, sets), thrown ? [thrown.number, thrown.means] : []));
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
  stale = setTimeout(() => just.classList.remove('fresh'), FRESH);
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
  if (current && struck(current)) next();
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
  const bigs = entry.matches('.struck') ? [] : bigsOf(entry);
  bigs.filter((big) => big.kind === 'reward').forEach(land);
  const large = covering(bigs);
  if (bigs.length && !large.length) sound(bigs[0].kind);
  if (large.length) waiting = [...waiting.filter((big) => big.kind !== 'throw'), ...large]; // nobody waits for dice that others have followed
  if (moment.hidden) next();
  if (act && !bigs.length ? sets.length : bigs.length || has(entry, SPOKEN)) say(aloud(entry, bigs));
}

if (story) {
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof Element && node.matches('.entry'));
    const news = /** @type {Element[]} */ (added).filter((entry) => !known.has(entry.id));
    for (const entry of news) known.add(entry.id);
    if (news.length > 3) return last(); // a new chapter, not something that has just happened
    news.forEach(came);
    const others = news.length - Number(own());
    if (others > 0) tell(others);
  }).observe(story, { childList: true });
}
const OWN = 2000; // what is told so soon after one's own act is that act
let acted = 0;
let answered = 0;
let going = 0; // acts on a slow line, that are not answered yet
const known = new Set([...document.querySelectorAll('.entry')].map((entry) => entry.id));

last();
look();
owed.since = 0; // what a page begins with is nothing new
document.addEventListener('tablefolk:acted', () => { acted = Date.now(); going += 1; waiting = []; skip(); });
document.addEventListener('tablefolk:answered', () => { answered = Date.now(); going -= 1; });
