// @ts-check
/** Copy buttons: `data-copy` names the field whose text is copied. */
document.documentElement.classList.add('scripted');

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
async function copy(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand('copy');
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  const field = button && document.getElementById(button.getAttribute('data-copy') ?? '');
  const text = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!button || !text) return;
  await copy(field);
  const word = button.querySelector('span');
  if (!word) return;
  word.textContent = 'Copied';
  setTimeout(() => { word.textContent = 'Copy'; }, 2000);
});
