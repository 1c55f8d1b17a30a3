// boardgame.io's own server, its state in memory: a game that only counts.
const { Server, Origins } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const counter = {
  name: "counter",
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }) => ({ n: G.n + 1 }) },
  turn: { activePlayers: ActivePlayers.ALL },
};
const server = Server({ games: [counter], origins: [Origins.LOCALHOST] });
console.info = console.log = () => {};
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`At http://localhost:${appServer.address().port}/\n`);
});
