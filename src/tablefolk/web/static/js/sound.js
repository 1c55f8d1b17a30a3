// @ts-check
/** Short sounds, made here and not fetched; each person turns them off or on for this browser. */

const role = document.getElementById('live')?.dataset.role ?? '';

/** What somebody has chosen in this browser, or what holds without. @param {string} name @param {boolean} usual */
export const chosen = (name, usual) => (localStorage.getItem(name) ?? (usual ? 'on' : 'off')) === 'on';

/** @param {string} name @param {boolean} on */
export function choose(name, on) {
  localStorage.setItem(name, on ? 'on' : 'off');
  document.dispatchEvent(new Event('tablefolk:chosen'));
}

/** A switch in the menu that shows and changes a choice. @param {string} id @param {string} name @param {boolean} usual */
export function switches(id, name, usual) {
  const button = document.getElementById(id);
  const draw = () => button?.setAttribute('aria-checked', String(chosen(name, usual)));
  button?.addEventListener('click', () => choose(name, !chosen(name, usual)));
  document.addEventListener('tablefolk:chosen', draw);
  draw();
}

/** Whoever only looks on hears nothing unless they want to. */
const USUAL = role !== 'onlooker';
switches('sound-switch', 'sound', USUAL);

/** Notes: when they begin, how high they are, how long they ring, how loud. @type {Record<string, [number, number, number, number][]>} */
const TUNES = {
  reward: [[0, 988, 0.12, 0.5], [0.09, 1319, 0.5, 0.5]],
  finished: [[0, 392, 0.5, 0.4], [0.12, 494, 0.5, 0.4], [0.24, 587, 0.9, 0.45]],
  filled: [[0, 262, 0.25, 0.4], [0.16, 330, 0.25, 0.4], [0.32, 523, 0.8, 0.5]],
  growth: [[0, 440, 0.2, 0.4], [0.11, 554, 0.2, 0.4], [0.22, 659, 0.2, 0.4], [0.33, 880, 0.6, 0.4]],
  farewell: [[0, 330, 1.2, 0.4], [0.55, 247, 1.8, 0.4]],
  call: [[0, 659, 0.35, 0.4], [0.22, 880, 0.6, 0.4]],
};
const LOUD = 0.16;

/** @type {AudioContext | null} */
let context = null;

/** @param {AudioContext} to @param {[number, number, number, number]} note */
function ring(to, [at, height, lasts, loud]) {
  const from = to.currentTime + at;
  const [tone, gain] = [to.createOscillator(), to.createGain()];
  tone.type = 'triangle';
  tone.frequency.value = height;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUD * loud, from + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  tone.connect(gain).connect(to.destination);
  tone.start(from);
  tone.stop(from + lasts);
}

/** Wood on wood: a few short bursts of noise. @param {AudioContext} to */
function rattle(to) {
  for (const [n, at] of [0, 0.07, 0.13, 0.24, 0.42].entries()) {
    const length = Math.floor(to.sampleRate * 0.045);
    const noise = to.createBuffer(1, length, to.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
    const [from, filter, gain] = [to.createBufferSource(), to.createBiquadFilter(), to.createGain()];
    from.buffer = noise;
    filter.type = 'bandpass';
    filter.frequency.value = 1500 - n * 180;
    gain.gain.value = LOUD * (1.6 - n * 0.2);
    from.connect(filter).connect(gain).connect(to.destination);
    from.start(to.currentTime + at);
  }
}

/** Play it, whatever was chosen; a browser allows it once its person has touched the page. @param {string} kind */
export function play(kind) {
  document.dispatchEvent(new CustomEvent('tablefolk:sound', { detail: kind }));
  if (!navigator.userActivation?.hasBeenActive || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  const to = context;
  to.resume().then(() => (kind === 'throw' ? rattle(to) : TUNES[kind]?.forEach((note) => ring(to, note)))).catch(() => {});
}

/** The sound of a big moment, for whoever wants it. @param {string} kind */
export function sound(kind) {
  if (chosen('sound', USUAL) && !document.hidden) play(kind);
}
