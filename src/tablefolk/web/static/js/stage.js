// @ts-check
/** The stage: parts are opened and put away, an act lands on what is to do now, and nothing moves under a hand. */
import { page, seat } from './page.js';
import { show, shown, small } from './tabs.js';

const now = /** @type {HTMLElement} */ (document.getElementById('now'));
const strip = /** @type {HTMLElement} */ (document.getElementById('strip'));
const live = /** @type {HTMLElement} */ (document.getElementById('live'));
const STILL = 600; // what has just been drawn stays for so long, whatever comes

/** @type {any} */
const htmx = /** @type {any} */ (window).htmx;

// -- Opening and putting away ---------------------------------------------------------------------

/** @returns {{on: string, in: string}} */
function slots() {
  const asked = new URLSearchParams(location.search);
  return { on: asked.get('on') ?? '', in: asked.get('in') ?? '' };
}

/** What has opened something takes the focus back once it is put away. @type {Record<string, Element | null>} */
const openers = { on: null, in: null };
/** Where the focus goes once what was asked for has come. */
let landing = '';

/** @param {{on: string, in: string}} wanted */
async function tell(wanted) {
  const asked = new URLSearchParams({ page, on: wanted.on, in: wanted.in });
  await htmx.ajax('GET', `${location.pathname}/open?${asked}`, { target: '#live', swap: 'none' });
}

/** @param {Partial<{on: string, in: string}>} change @param {Element | null} [opener] */
export function open(change, opener = null) {
  if (change.in && change.in === next()) return land(); // nothing lies open in two places
  const wanted = { ...slots(), ...change };
  // What comes on the stage is not hidden by a drawer; the list of tools goes once something is picked.
  if (change.on && (small.matches || wanted.in === 'tools')) wanted.in = '';
  const said = new URLSearchParams(Object.entries({ seat, ...wanted }).filter(([, value]) => value));
  const where = `${location.pathname}${said.size ? `?${said}` : ''}`;
  if (where !== location.pathname + location.search) history.pushState(null, '', where);
  for (const slot of /** @type {('on' | 'in')[]} */ (['on', 'in'])) if (change[slot]) openers[slot] = opener;
  landing = change.in ? 'drawer-head' : change.in === '' ? 'opener' : 'now-head';
  flush(); // the page has been sent it, and will not be sent it again
  if (change.on !== undefined) show('table');
  return tell(wanted);
}

window.addEventListener('popstate', () => { landing = ''; flush(); tell(slots()); });
document.addEventListener('htmx:sse:after:connection', () => { if (slots().on || slots().in) tell(slots()); });

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('[data-on], [data-in]') : null;
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { on, in: drawer } = link.dataset;
  if (on !== undefined) open({ on }, link);
  else open({ in: drawer ?? '' }, link.closest('.drawer') ? openers.in : link);
});

document.addEventListener('click', (event) => {
  const more = event.target instanceof Element ? event.target.closest('[data-shelf]') : null;
  if (more) more.closest('.shelf')?.classList.add('all');
  const menu = document.getElementById('menu');
  if (menu instanceof HTMLDetailsElement && menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});

/** Whether NOW is what was opened: some tools stay, whatever is done in them. */
export const opened = () => slots().on !== '' && slots().on === keyOf(now);

/** What was done from a tool puts it away on the server already, or leads back to what lay under it; the address follows. */
export function settled() {
  if (slots().on) readdress({ on: now.querySelector('.now[data-opened]') ? keyOf(now) : '', in: slots().in });
}

/** What lay in the drawer is no more: what comes back later does not open itself. */
const emptied = () => readdress({ on: slots().on });

/** @param {Partial<{on: string, in: string}>} open */
function readdress(open) {
  const said = new URLSearchParams(Object.entries({ seat, ...open }).filter(([, value]) => value));
  history.replaceState(null, '', location.pathname + (said.size ? `?${said}` : ''));
}

/** What one's own act has put on the stage is not hidden by the drawer that it was done in. */
function uncover() {
  open({ in: '' });
  land();
}

// -- Landing ----------------------------------------------------------------------------------------

/** @param {string} id */
function focus(id) {
  const goal = document.getElementById(id);
  goal?.focus({ preventScroll: true });
  return goal;
}

/** After an act of one's own: the table, at its top, with what is to do now. */
export function land() {
  show('table');
  now.closest('.stage')?.scrollTo({ top: 0 });
  if (getComputedStyle(document.body).overflow === 'visible') now.scrollIntoView({ block: 'start' });
  landing = 'now-head';
  arrive();
}

function arrive() {
  if (!landing) return;
  if (landing === 'opener') {
    const opener = openers.in;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    landing = '';
  } else if (focus(landing)) {
    if (landing === 'now-head') now.closest('.stage')?.scrollTo({ top: 0 });
    if (!acted(3000)) landing = '';
  }
}
let wanted = 0;
/** Acts that are not answered yet: on a slow line what came of one is one's own, however late. */
let going = 0;
const acted = (/** @type {number} */ within) => going > 0 || Date.now() - wanted < within;
document.addEventListener('tablefolk:acted', () => { wanted = Date.now(); going += 1; });
document.addEventListener('tablefolk:answered', () => { if (going) wanted = Date.now(); going = Math.max(0, going - 1); });
document.addEventListener('pointerdown', () => { landing = ''; going = 0; }, true);
document.addEventListener('keydown', () => { landing = ''; }, true);
// Whoever writes has gone on: what came of their last act no longer moves them.
now.addEventListener('input', () => { landing = ''; wanted = going = 0; });

// -- Nothing moves under a hand ----------------------------------------------------------------------

/** What is to be NOW, and waits until the hand is free. @type {string | null} */
let held = null;
let pressed = false;
let drawnAt = Date.now();
let drawing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;

const keyOf = (/** @type {ParentNode} */ root) => root.querySelector('.now')?.getAttribute('data-part') ?? '';
const typing = () => {
  const at = document.activeElement;
  return at instanceof HTMLElement && now.contains(at) && at.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=hidden])') && written(at);
};
/** @param {Element} field */
const written = (field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value !== field.defaultValue || field === document.activeElement : true;
const busy = () => pressed || typing() || Date.now() - drawnAt < STILL;

// A press beside the card, too: what is drawn anew above it moves it away under the finger.
document.addEventListener('pointerdown', (event) => { pressed = event.target instanceof Node && Boolean(stage?.contains(event.target)); }, true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => { setTimeout(() => { pressed = false; release(); }, 50); }, true);
document.addEventListener('focusout', () => setTimeout(release, 50));

/** Own acts and openings are never held back: they are what the hand has asked for. */
const asked = () => landing !== '' || acted(1500);

/** Whether a part of the news is for this place. @param {any} task @param {string} id */
const aims = (task, id) => (typeof task.target === 'string' ? document.querySelector(task.target) : task.target)?.id === id;

document.addEventListener('htmx:before:swap', (event) => {
  const tasks = /** @type {any} */ (event).detail?.tasks;
  if (!Array.isArray(tasks)) return;
  const place = tasks.findIndex((task) => aims(task, 'now'));
  if (place < 0) return;
  keeping = keeps(tasks, tasks[place]);
  if (!keeping && (asked() || !busy())) { hold(null); drawing = true; drawnAt = Date.now(); return; }
  const box = document.createElement('div');
  box.append(tasks[place].fragment.cloneNode(true));
  hold(box.innerHTML, keeping || !typing() ? '' : keyOf(box) !== keyOf(now) ? 'newcomer' : 'changed');
  tasks.splice(place, 1);
  setTimeout(release, STILL);
});

/** While the table is stopped (TF-33), what somebody has written stays as it stands: nothing can be done with it, and
 * nothing is to be seen to be lost. @param {any[]} tasks @param {any} task */
function keeps(tasks, task) {
  const banner = tasks.find((one) => aims(one, 'stopped'));
  const stops = banner ? paused(banner.fragment) : paused(document);
  return stops && keyOf(task.fragment) === keyOf(now) && [...now.querySelectorAll(TEXTS)].some(
    (field) => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).value !== /** @type {HTMLInputElement} */ (field).defaultValue);
}
const TEXTS = 'textarea, input:is(:not([type]), [type=text])';
const paused = (/** @type {ParentNode} */ root) => root.querySelector('#b-pause') !== null;
/** What is held back waits for the end of the Stop. */
let keeping = false;

/** The key of NOW, or of what takes its place as soon as the hand is free: a label that has come meanwhile leads there. */
function next() {
  if (held === null) return keyOf(now);
  const box = document.createElement('template');
  box.innerHTML = held;
  return keyOf(box.content);
}

const changed = /** @type {HTMLElement} */ (document.getElementById('changed'));
const SHOW = '<button type="button" class="strip" data-always><span class="strip-words">Something here has changed</span><span class="strip-back">Show it</span></button>';

/** What waits shows as a strip over the line of what has just happened, which moves nothing. @param {string | null} text @param {'newcomer' | 'changed' | ''} [what] */
function hold(text, what = '') {
  held = text;
  strip.classList.toggle('waits', what === 'newcomer');
  if ((what === 'changed') !== changed.hasChildNodes()) changed.innerHTML = what === 'changed' ? SHOW : '';
}
changed.addEventListener('click', flush); // what was typed stays

async function release() {
  if (held === null || (keeping && paused(document))) return;
  if (busy()) {
    clearTimeout(waits);
    waits = setTimeout(release, STILL / 3); // the hand is not free yet: it is asked again
    return;
  }
  await flush();
}

/** What was held back is drawn. */
async function flush() {
  if (held === null) return;
  const text = held;
  hold(null);
  drawnAt = 0; // the hand is free: nothing holds back what was held back
  await htmx.swap({ target: now, swap: 'innerMorph', text, sourceElement: live });
}

// -- What has changed --------------------------------------------------------------------------------

let part = keyOf(now);
/** What goes on beside what somebody has opened; what has come since is said by the strip. */
const beside = () => strip.querySelector('[data-meanwhile]')?.getAttribute('data-meanwhile') ?? '';
let known = beside();
const news = () => strip.classList.toggle('news', beside() !== '' && beside() !== known);
const drawer = /** @type {HTMLElement} */ (document.getElementById('drawer'));
/** What lay in the drawer. */
let lay = drawer.hasChildNodes();
document.addEventListener('htmx:after:swap', () => {
  if (drawing) drawnAt = Date.now(); // it stands from now on
  drawing = false;
  const key = keyOf(now);
  const empty = lay && !drawer.hasChildNodes();
  lay = drawer.hasChildNodes();
  if (empty && slots().in) emptied();
  if (key !== part) {
    if (part === slots().on) settled(); // the form that was sent is gone, and hears no answer
    part = key;
    known = beside();
    announce();
    if (small.matches && slots().in && acted(3000)) uncover();
    settle();
  }
  // The form that was sent may be gone with its card before it is answered; the address follows here.
  if (key !== slots().on && acted(3000)) settled();
  news();
  arrive();
  away();
  if (keeping) release();
});

/** What somebody else's act has put under a hand that is about to tap takes no tap for a moment. */
function settle() {
  if (Date.now() - touched > HAND || asked()) return;
  stage?.classList.add('settling');
  clearTimeout(settles); // the moment is the last card's
  settles = setTimeout(() => stage?.classList.remove('settling'), SETTLES);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settles;
const HAND = 1500;
const SETTLES = 400;
const stage = now.closest('.stage');
let touched = 0;
for (const kind of ['pointermove', 'pointerdown']) stage?.addEventListener(kind, () => { touched = Date.now(); }, { passive: true });

/** What the GM tells is unfolded in the line above NOW, but for a hand that is writing or about to tap. */
const just = document.getElementById('just');
function unfold() {
  const entry = document.getElementById(just?.querySelector('a')?.getAttribute('href')?.slice(1) ?? '');
  const told = entry?.matches('.line-narrated') || entry?.querySelector('.line-narrated');
  const free = !busy() && Date.now() - touched > HAND;
  const whole = Boolean(told) && (free || Boolean(just?.classList.contains('whole')));
  just?.classList.toggle('whole', whole);
  clearTimeout(unfolds);
  if (told && !whole) unfolds = setTimeout(unfold, HAND);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let unfolds;
if (just) new MutationObserver(unfold).observe(just, { childList: true });

/** A question that is owed is said at once, with the number of its answers. */
function announce() {
  const card = now.querySelector('.now[data-kind="owed"]');
  const place = document.getElementById('asked');
  if (place && !card) place.textContent = '';
  if (!card || !place) return;
  const answers = card.querySelectorAll('.reply, .dial-in').length;
  const words = [card.querySelector('.eyebrow-words')?.textContent, card.querySelector('h2')?.textContent].filter(Boolean).join(': ');
  place.textContent = answers ? `${words} ${answers} answers.` : words;
}

/** When NOW is out of sight, the strip leads back to it. */
function away() {
  const drawer = small.matches && document.getElementById('drawer')?.hasChildNodes();
  const box = now.getBoundingClientRect();
  const scrolled = box.bottom < 90 || box.top > innerHeight - 60;
  // What is owed is NOW, or is named by the strip while something else was opened over it.
  const card = now.querySelector('.now:is([data-kind="owed"], [data-kind="told"])') ?? strip.querySelector('[data-always]:not([data-meanwhile])');
  const off = Boolean(shown() !== 'table' || drawer || scrolled);
  strip.classList.toggle('away', Boolean(card) && off);
  strip.classList.toggle('away-scrolled', Boolean(card) && scrolled);
}
document.addEventListener('tablefolk:tab', away);
document.addEventListener('scroll', away, { passive: true, capture: true });
strip.addEventListener('click', (event) => {
  event.preventDefault();
  event.stopPropagation();
  open({ on: '', in: small.matches ? '' : slots().in }); // whatever the address says, the server may know of more
  land();
});

/** What an answer opens is seen whole, above the mat: the button that does it is in it. */
document.addEventListener('toggle', (event) => {
  const fold = event.target;
  if (!(fold instanceof HTMLDetailsElement) || !fold.open) return;
  fold.querySelector(':scope > :is(.confirm-body, [data-seen])')?.scrollIntoView({ block: 'nearest' });
}, true);

/** Say, from wherever one is; the tool leads to what else can be done beside the words. */
document.addEventListener('click', (event) => {
  const way = event.target instanceof Element ? event.target.closest('[data-say-here]') : null;
  if (way) (way.matches('.tool-row') ? openTalk : say)();
});
export function say() {
  const room = document.getElementById('room');
  if (room && shown() !== 'story') room.dataset.say = '';
  document.getElementById('say-text')?.focus();
}
function openTalk() {
  const more = document.getElementById('say-more');
  show('story');
  if (!(more instanceof HTMLDetailsElement)) return;
  more.open = true;
  landing = ''; // not back to where the tools were opened from
  more.querySelector('summary')?.focus();
}
away();
