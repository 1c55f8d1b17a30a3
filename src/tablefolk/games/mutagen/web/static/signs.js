// @ts-check
/**
 * The workbench of playbooks: `data-sign` is put where the writing is, for few keyboards have it;
 * lines are numbered, those with a fault marked; `data-line` leads to a line.
 */
document.documentElement.classList.add('scripted');

const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('bench-text'));
const mirror = document.getElementById('bench-lines');

/** @param {HTMLTextAreaElement} area @param {string} sign */
function put(area, sign) {
  area.focus();
  area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param {HTMLTextAreaElement} area @param {number} line */
function go(area, line) {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  mirror?.children[line - 1]?.scrollIntoView({ block: 'center' });
}

/** The same lines behind the writing, so that each has its number however often it wraps. */
function number() {
  if (!area || !mirror) return;
  const bad = new Set([...document.querySelectorAll('[data-line]')].map((one) => one.getAttribute('data-line')));
  mirror.replaceChildren(...area.value.split('\n').map((text, at) => {
    const row = document.createElement('span');
    row.className = bad.has(String(at + 1)) ? 'mu-line mu-line-bad' : 'mu-line';
    row.textContent = text || ' ';
    return row;
  }));
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-sign], [data-line]') : null;
  if (!(button instanceof HTMLElement) || !area) return;
  if (button.dataset.line) go(area, Number(button.dataset.line));
  else put(area, button.dataset.sign ?? '');
});
area?.addEventListener('input', number);
document.addEventListener('htmx:after:swap', number);
number();
