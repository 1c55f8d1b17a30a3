// @ts-check
/** The workbench of playbooks: `data-sign` is put where the writing is; few keyboards have it. */
document.documentElement.classList.add('scripted');

/** @param {HTMLTextAreaElement} area @param {string} sign */
function put(area, sign) {
  area.focus();
  area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-sign]') : null;
  const area = document.getElementById('bench-text');
  if (button instanceof HTMLElement && area instanceof HTMLTextAreaElement) {
    put(area, button.dataset.sign ?? '');
  }
});
