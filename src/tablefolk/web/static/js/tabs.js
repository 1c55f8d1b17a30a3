// @ts-check
/** Tabs: on a phone one part of the room at a time. On a wide screen all of it is there. */

const room = /** @type {HTMLElement} */ (document.getElementById('room'));
const tabs = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.tab[data-tab]'));
export const small = matchMedia('(max-width: 59.99rem)');

/** @param {string} name */
export function show(name) {
  room.dataset.tab = name;
  delete room.dataset.say;
  for (const tab of tabs) {
    if (tab.dataset.tab === name) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
  }
  if (name === 'story') { read(); newest(); }
  document.dispatchEvent(new Event('tablefolk:tab'));
}

/** The story as it ends: it is laid from its end, where its scrolling begins. */
export const newest = () => document.querySelector('.story')?.scrollTo({ top: 0 });

/** The tab that is open. */
export const shown = () => room.dataset.tab ?? 'table';

for (const tab of tabs) {
  tab.addEventListener('click', (event) => {
    event.preventDefault();
    show(tab.dataset.tab ?? 'table');
  });
}

/** What was told and not seen yet is counted on the story's tab. */
const story = document.querySelector('.tab[data-tab="story"]');
const MOST = 9; // beyond that, how many says nothing any more
let unread = 0;

function read() {
  unread = 0;
  story?.querySelector('.unread')?.remove();
}

/** @param {number} more */
export function tell(more) {
  if (!small.matches || shown() === 'story' || !story) return;
  unread += more;
  const mark = story.querySelector('.unread') ?? story.appendChild(document.createElement('span'));
  mark.className = 'unread';
  mark.innerHTML = `${unread > MOST ? `${MOST}+` : unread}<span class="sr"> unread</span>`;
}

show('table');
