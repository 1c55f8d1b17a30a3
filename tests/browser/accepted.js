([landed]) => {
  const found = [];
  const now = document.querySelector('#now > .now');
  const head = document.getElementById('now-head');
  const stage = document.querySelector('.stage');
  const phone = innerWidth < 960;
  const said = head ? head.textContent.trim().slice(0, 60) : 'nothing';
  const note = (point, words) => found.push(`${point}: ${words} (${said})`);
  const seen = (thing) => thing.checkVisibility({visibilityProperty: true});
  const inside = (thing) => {
    const box = thing.getBoundingClientRect();
    const top = stage.getBoundingClientRect().top - 1;
    const low = stage.getBoundingClientRect().bottom + 1;
    return box.top >= top && box.bottom <= low;
  };
  if (!now || !head) { note(1, 'nothing is NOW'); return found; }
  if (landed && document.activeElement !== head) {
    const at = document.activeElement;
    note(5, `the focus is on ${at?.tagName} ${at?.id || at?.className}`);
  }
  if (landed && !inside(head)) note(5, 'the heading is out of sight');
  if (now.dataset.kind === 'owed' && (!phone || document.getElementById('room').dataset.tab === 'table') && stage.scrollTop === 0) {
    for (const answer of now.querySelectorAll('.reply')) {
      if (answer.closest('details.fold-once[open]')) continue; // asked for by opening it
      if (seen(answer) && !inside(answer)) note(1, `an answer is below the first screen: ${answer.textContent.trim().slice(0, 40)}`);
    }
    const stuck = [...now.querySelectorAll('button[type=submit]')].filter(seen);
    if (stuck.length && !stuck.some(inside)) note(1, 'no acting control is on the first screen');
  }
  for (const foot of now.querySelectorAll('.foot-stuck:not(.over)')) {
    const low = foot.getBoundingClientRect();
    for (const thing of now.querySelectorAll('button, summary, input:not([type=hidden]), select, textarea')) {
      const box = thing.getBoundingClientRect();
      if (!box.height || foot.contains(thing) || !seen(thing) || low.top < stage.getBoundingClientRect().top) continue;
      const covered = Math.min(box.bottom, low.bottom) - Math.max(box.top, low.top);
      if (covered > box.height / 2) note(1, `${thing.tagName} “${(thing.textContent || thing.name).trim().slice(0, 30)}” lies under the foot, and nothing says so`);
    }
  }
  for (const foot of now.querySelectorAll('.foot-stuck.over')) {
    const [box, look] = [foot.getBoundingClientRect(), getComputedStyle(foot, '::before')];
    const top = box.top + parseFloat(look.top);
    const low = top + parseFloat(look.height);
    if (top < box.top) note(1, 'what says that there is more lies over the card');
    for (const thing of foot.querySelectorAll('*')) {
      if (seen(thing) && thing.getBoundingClientRect().height && thing.getBoundingClientRect().top < low) note(1, `${thing.tagName} “${thing.textContent.trim().slice(0, 30)}” lies under what says that there is more`);
    }
  }
  if (phone && stage.scrollHeight > 1370) note(2, `the stage is ${stage.scrollHeight} px`);
  for (const place of ['#strip', '#also', '#just', '#people', '#shelf', '#mat', '#moment']) {
    if (document.querySelector(`${place} form`)) note(3, `${place} can answer`);
  }
  if (document.querySelectorAll('#just .just-words').length > 1) note(6, 'two things are just now');
  for (const form of now.querySelectorAll('details.confirm:not([open]) form')) {
    if (seen(form)) note(8, 'what is final can be done at once');
  }
  for (const thing of document.querySelectorAll('#now button, #now summary, #mat a, #mat button, #also a, #shelf a, .tabs a')) {
    const box = thing.getBoundingClientRect();
    if (!seen(thing) || thing.closest('p, .told-more, .rule') || !box.width) continue;
    if (box.height < 43.5 || box.width < 43.5) note(9, `${thing.tagName} “${thing.textContent.trim().slice(0, 30)}” is ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) note(9, 'the page scrolls sideways');
  return found;
}
