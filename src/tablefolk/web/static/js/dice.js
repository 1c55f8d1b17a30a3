// @ts-check
/** Dice tumble once, as they come to the table; those that lie there already lie still. */

/** @param {Node} thing */
function tumble(thing) {
  if (!(thing instanceof Element) || thing.closest('.asked, .told-more')) return;
  for (const dice of thing.matches('.dice') ? [thing] : thing.querySelectorAll('.dice')) dice.classList.add('tumbling');
}

const watched = new MutationObserver((changes) => {
  for (const change of changes) change.addedNodes.forEach(tumble);
});
for (const id of ['now', 'story-new']) {
  const region = document.getElementById(id);
  if (region) watched.observe(region, { childList: true, subtree: true });
}
