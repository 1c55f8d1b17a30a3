// Five clients at each of some matches; moves one at a time, then at a steady rate.
const { io } = require("socket.io-client");

const [port, rate, seconds, matches] = process.argv.slice(2).map(Number);
const SEATS = 5;
const now = () => performance.now();
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** One match: the state its clients have, and those who wait for a state to be seen by all. */
class Match {
  constructor(id) {
    this.id = id;
    this.state = 0;
    this.seen = new Map();
    this.waiting = new Map();
    this.queue = Promise.resolve();
  }

  async open() {
    this.sockets = await Promise.all([...Array(SEATS).keys()].map((seat) => this.join(seat)));
  }

  join(seat) {
    return new Promise((done) => {
      const socket = io(`http://127.0.0.1:${port}/counter`, { transports: ["websocket"] });
      socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, SEATS));
      socket.on("sync", () => done(socket));
      socket.on("update", (_, state) => this.hear(state._stateID));
    });
  }

  hear(state) {
    const count = (this.seen.get(state) ?? 0) + 1;
    this.seen.set(state, count);
    if (count < SEATS) return;
    this.state = state;
    this.waiting.get(state)?.(now());
    this.waiting.delete(state);
  }

  /** When all five have seen the next move; moves of a match come one after another. */
  move(seat) {
    this.queue = this.queue.then(
      () =>
        new Promise((seen) => {
          const payload = { type: "add", args: [], playerID: String(seat) };
          this.waiting.set(this.state + 1, seen);
          const action = { type: "MAKE_MOVE", payload };
          this.sockets[seat].emit("update", action, this.state, this.id, String(seat));
        }),
    );
    return this.queue;
  }
}

async function main() {
  const all = [...Array(matches).keys()].map((n) => new Match(`match-${n}`));
  for (const match of all) await match.open();
  for (const match of all) await match.move(0);
  const said = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
  const heard = () => new Promise((done) => process.stdin.once("data", done));
  said({ ready: true });
  await heard();
  const alone = 400;
  for (let n = 0; n < alone; n++) await all[n % matches].move(n % SEATS);
  said({ alone });
  await heard();
  const start = now();
  const took = [];
  const moves = [];
  for (let n = 0; n < rate * seconds; n++) {
    const due = start + (n * 1000) / rate;
    await pause(Math.max(0, due - now()));
    moves.push(all[n % matches].move(n % SEATS).then((seen) => took.push(seen - due)));
  }
  await Promise.all(moves);
  took.sort((a, b) => a - b);
  const at = (part) => took[Math.min(Math.floor(took.length * part), took.length - 1)];
  said({ p50: at(0.5), p99: at(0.99), done: took.length / ((now() - start) / 1000) });
  process.exit(0);
}

main();
