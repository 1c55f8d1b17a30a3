// @ts-check
/** Copy buttons: `data-copy` names the field whose text is copied; with `data-copy-from` the field is on the page
 * that the link leads to, and is fetched from there. */
document.documentElement.classList.add('scripted');

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
async function copy(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand('copy');
}

/** @param {Element} button */
function copied(button) {
  const word = button.querySelector('span');
  if (!word) return;
  word.textContent = 'Copied';
  setTimeout(() => { word.textContent = 'Copy'; }, 2000);
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  const field = button && document.getElementById(button.getAttribute('data-copy') ?? '');
  const text = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!button || !text) return;
  await copy(field);
  copied(button);
});

/** @param {HTMLAnchorElement} link @param {string} id */
async function fetched(link, id) {
  const answer = await fetch(link.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const field = page.getElementById(id);
  if (!answer.ok || !(field instanceof HTMLTextAreaElement)) throw new Error(link.href);
  const here = document.createElement('textarea');
  here.value = field.value;
  link.after(here);
  try { await copy(here); } finally { here.remove(); }
}

document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('[data-copy-from]') : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  try {
    await fetched(link, link.dataset.copyFrom ?? '');
    copied(link);
  } catch {
    location.assign(link.href); // there the text lies open
  }
});
