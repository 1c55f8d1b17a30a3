// @ts-check
/** For how long the table has waited: the server says since when, the page counts (TF-30). */

/** @param {number} minutes @returns {string} */
function words(minutes) {
  if (!(minutes >= 1)) return 'under 1 min';
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} days`;
}

function count() {
  for (const time of document.querySelectorAll('time[data-since]')) {
    const since = Date.parse(time.getAttribute('datetime') ?? '');
    const text = words((Date.now() - since) / 60_000);
    if (time.textContent !== text) time.textContent = text;
  }
}

count();
setInterval(count, 10_000);
document.addEventListener('htmx:after:swap', count);
