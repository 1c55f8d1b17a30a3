// @ts-check
/** Print buttons: the page as it lies, by the browser's own dialog. */
document.documentElement.classList.add('scripted');

document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-print]')) window.print();
});
