// @ts-check
/** Tabs: on a phone one region at a time, on a wide screen the GM's scene or desk. */

const regions = /** @type {HTMLElement} */ (document.getElementById('regions'));
const tabs = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.tab'));

/** @param {string} name */
export function show(name) {
  regions.dataset.tab = name;
  for (const tab of tabs) {
    const here = tab.dataset.tab === name;
    if (here) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
    if (here) tab.querySelector('.sr')?.remove();
    if (here) tab.removeAttribute('data-news');
  }
}

/** On a phone the page itself scrolls: the story opens at its end, and stays there. */
const small = matchMedia('(max-width: 63.99rem)');

export function follow() {
  if (small.matches && regions.dataset.tab === 'story') window.scrollTo({ top: document.body.scrollHeight });
}

/** Whether the reader is at the end of the story. */
const atEnd = () => window.innerHeight + window.scrollY > document.body.scrollHeight - 160;
let followed = true;
window.addEventListener('scroll', () => { followed = atEnd(); }, { passive: true });
document.addEventListener('htmx:after:swap', () => { if (followed) follow(); });

/** The tab a thing lies in. @param {Element} thing @returns {string} */
export function tabOf(thing) {
  return thing.closest('.region')?.id.replace('tab-', '') ?? '';
}

for (const tab of tabs) {
  tab.addEventListener('click', (event) => {
    event.preventDefault();
    show(tab.dataset.tab ?? 'scene');
    window.scrollTo({ top: 0 });
    follow();
  });
}

/** @param {string} name */
function mark(name) {
  const tab = document.querySelector(`.tab[data-tab="${name}"]`);
  if (!tab || tab.hasAttribute('data-news')) return;
  tab.setAttribute('data-news', '');
  const words = document.createElement('span');
  words.className = 'sr';
  words.textContent = ' (something new)';
  tab.append(words);
}

/** A tab that is not open says when something in it has changed. */
const watched = new MutationObserver((changes) => {
  for (const change of changes) {
    const name = change.target instanceof Element ? tabOf(change.target) : '';
    if (!name || name === regions.dataset.tab) continue;
    mark(name);
  }
});
for (const id of ['scene', 'story-new', 'desk']) {
  const region = document.getElementById(id);
  if (region) watched.observe(region, { childList: true, subtree: true });
}

show('scene');
