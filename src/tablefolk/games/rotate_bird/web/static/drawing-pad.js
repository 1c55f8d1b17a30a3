// @ts-check
/** A small pad to draw on. The drawing goes along with its form as a PNG, unless a file was chosen. */

const INK = '#1d1a17';
const MOST_STEPS = 40;

/** What was drawn before each stroke, to go back to. @type {WeakMap<HTMLCanvasElement, ImageData[]>} */
const before = new WeakMap();

/** Pads with something on them; not an attribute, for a page that is drawn anew drops those. @type {WeakSet<HTMLCanvasElement>} */
const drawn = new WeakSet();

/** Files that came from the pad, not from somebody's folder. @type {WeakSet<File>} */
const ours = new WeakSet();

/** @param {EventTarget | null} target @returns {HTMLCanvasElement | null} */
const padAt = (target) => (target instanceof HTMLCanvasElement && target.matches('[data-pad]') ? target : null);

/** @param {Element} inside @returns {HTMLCanvasElement | null} */
const padOf = (inside) => inside.closest('[data-pad-box]')?.querySelector('canvas[data-pad]') ?? null;

/** @param {HTMLCanvasElement} pad @returns {CanvasRenderingContext2D} */
const ink = (pad) => /** @type {CanvasRenderingContext2D} */ (pad.getContext('2d', { willReadFrequently: true }));

/** @param {HTMLCanvasElement} pad */
function remember(pad) {
  const steps = before.get(pad) ?? [];
  steps.push(ink(pad).getImageData(0, 0, pad.width, pad.height));
  before.set(pad, steps.slice(-MOST_STEPS));
}

/** Where on the pad a pointer is. @param {HTMLCanvasElement} pad @param {PointerEvent} event @returns {[number, number]} */
function place(pad, event) {
  const box = pad.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * pad.width, ((event.clientY - box.top) / box.height) * pad.height];
}

/** A negative width is the rubber. @param {HTMLCanvasElement} pad @returns {number} */
function width(pad) {
  const pen = pad.closest('[data-pad-box]')?.querySelector('[data-pad-pen]:checked');
  return pen instanceof HTMLInputElement ? Number(pen.value) : 22;
}

/** @param {HTMLCanvasElement} pad @param {[number, number]} from @param {[number, number]} to */
function stroke(pad, from, to) {
  const context = ink(pad);
  const wide = width(pad);
  context.globalCompositeOperation = wide < 0 ? 'destination-out' : 'source-over';
  context.strokeStyle = INK;
  context.lineWidth = Math.abs(wide);
  context.lineCap = context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(to[0] + 0.01, to[1]);
  context.stroke();
}

/** @type {{pad: HTMLCanvasElement, at: [number, number]} | null} */
let drawing = null;

document.addEventListener('pointerdown', (event) => {
  const pad = padAt(event.target);
  if (!pad || event.button !== 0) return;
  remember(pad);
  pad.setPointerCapture(event.pointerId);
  drawn.add(pad);
  const at = place(pad, event);
  stroke(pad, at, at);
  drawing = { pad, at };
});

document.addEventListener('pointermove', (event) => {
  if (!drawing) return;
  const at = place(drawing.pad, event);
  stroke(drawing.pad, drawing.at, at);
  drawing.at = at;
});

for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (drawing = null));

/** @param {HTMLCanvasElement} pad */
function clear(pad) {
  remember(pad);
  ink(pad).clearRect(0, 0, pad.width, pad.height);
  drawn.delete(pad);
}

/** @param {HTMLCanvasElement} pad */
function undo(pad) {
  const last = before.get(pad)?.pop();
  if (!last) return;
  ink(pad).putImageData(last, 0, 0);
  if (last.data.some((value) => value)) drawn.add(pad);
  else drawn.delete(pad);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-pad-undo], [data-pad-clear]') : null;
  const pad = button && padOf(button);
  if (button && pad) (button.matches('[data-pad-clear]') ? clear : undo)(pad);
});

/** The drawing as a file. @param {HTMLCanvasElement} pad @returns {File} */
function picture(pad) {
  const bytes = atob(pad.toDataURL('image/png').split(',')[1] ?? '');
  return new File([Uint8Array.from(bytes, (ch) => ch.charCodeAt(0))], 'drawing.png', { type: 'image/png' });
}

// Before anybody else hears of it: what is on the pad becomes the form's file.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    const pad = form?.querySelector('canvas[data-pad]');
    const input = form?.querySelector('input[data-pad-file]');
    if (!(pad instanceof HTMLCanvasElement) || !(input instanceof HTMLInputElement)) return;
    const chosen = input.files?.[0];
    if ((chosen && !ours.has(chosen)) || !drawn.has(pad)) return;
    const carried = new DataTransfer();
    carried.items.add(picture(pad));
    input.files = carried.files;
    if (input.files[0]) ours.add(input.files[0]);
  },
  true,
);

/** Beside the button of a form with a pad, what it still needs: its choice lies above, out of sight. @param {EventTarget | null} target @param {(needs: string) => string} words */
function needs(target, words) {
  const form = target instanceof HTMLInputElement ? target.form : null;
  const place = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('[data-pad-needs]'));
  if (place) place.textContent = words(place.dataset.padNeeds ?? '');
}
document.addEventListener('invalid', (event) => needs(event.target, (text) => text), true);
document.addEventListener('change', (event) => needs(event.target, () => ''));

// What is kept at the table is no longer on the pad.
document.addEventListener('htmx:after:request', (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null;
  const pad = form?.querySelector('canvas[data-pad]');
  const answer = /** @type {CustomEvent} */ (event).detail?.ctx?.response;
  if (!(pad instanceof HTMLCanvasElement) || !answer || answer.status >= 400) return;
  clear(pad);
  const input = form?.querySelector('input[data-pad-file]');
  if (input instanceof HTMLInputElement) input.value = '';
  const saved = form?.querySelector('[data-pad-saved]');
  if (saved) saved.textContent = 'Saved.';
});

document.documentElement.classList.add('scripted');
