// @ts-check
/** Which page this is, and for which seat it was drawn: whatever it sends says so. */

const live = document.getElementById('live');

export const page = new URL(live?.getAttribute('hx-sse:connect') ?? '', location.href).searchParams.get('page') ?? '';
/** The seat, where this browser holds several of this table. */
export const seat = live?.dataset.seat ?? '';
/** What tells one seat's page from another's. */
export const mark = page.slice(-8);

// The address names the seat, so that the page stays what it is over a reload.
const asked = new URLSearchParams(location.search);
if (seat && asked.get('seat') !== seat) {
  asked.set('seat', seat);
  history.replaceState(history.state, '', `${location.pathname}?${asked}${location.hash}`);
}
