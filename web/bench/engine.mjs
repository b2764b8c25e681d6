// The figures of docs/performance.md on the page: trials per second in chromium with one and two workers, beside the
// program's kernel with plain SSE2 and AVX2 in the same run; then how long the exact answer of every preset takes.
//
//     cmake build -DCOMBAT_ODDS_BENCHMARKS=ON && cmake --build build && node web/bench/engine.mjs
//
// Times are processor time, so that a machine that is busy with other things gives the same.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { start } from '../tests/engine/engine.mjs';
import { served } from '../tests/screens/served.mjs';

const repetitions = 3;
const trials = 1 << 30;
const fire = { procedure: 'asl.fire', parameters: { firepower: '8', drm: '1', target: '4-6-7' }, trials, seed: 1 };

/// Engines in workers of the page: window.ask(worker, request) gives the answer and the seconds that it took.
function workers(count) {
  const code = `
    import make from '${location.origin}/engine/engine.mjs';
    const engine = await make();
    const call = (request) => {
      const bytes = engine.lengthBytesUTF8(request) + 1;
      const text = engine._malloc(bytes);
      engine.stringToUTF8(request, text, bytes);
      const answer = engine._combat_odds_call(text);
      engine._free(text);
      const said = engine.UTF8ToString(answer);
      engine._free(answer);
      return said;
    };
    onmessage = ({ data }) => {
      const start = performance.now();
      const answer = call(data);
      postMessage({ answer, seconds: (performance.now() - start) / 1000 });
    };
    postMessage('ready');`;
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const said = (worker) => new Promise((go) => (worker.onmessage = ({ data }) => go(data)));
  const all = Array.from({ length: count }, () => new Worker(address, { type: 'module' }));
  window.ask = (worker, request) => {
    const answer = said(all[worker]);
    all[worker].postMessage(JSON.stringify(request));
    return answer;
  };
  return Promise.all(all.map(said));
}

/// So many workers play all trials between them.
async function played([question, count]) {
  await Promise.all(
    Array.from({ length: count }, (_, shard) => window.ask(shard, { do: 'play', question, shard, shards: count })),
  );
}

const best = async (times, measure) => {
  let least = Infinity;
  for (let i = 0; i < times; ++i) least = Math.min(least, await measure());
  return least;
};
const giga = (seconds) => `${(trials / seconds / 1e9).toFixed(2)} G`;

/// Processor time of the program's kernel on one thread.
function native(set) {
  const program = new URL('../../build/bench/combat-odds-play-job', import.meta.url).pathname;
  const script = 'TIMEFORMAT=%U; time "$0" "$@" >/dev/null';
  return Number(execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, program, 'fire', set, String(trials)]).toString());
}

const server = await served();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await (await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })).newPage();
await page.goto(server.address);
await page.evaluate(workers, 2);

const debug = await browser.newBrowserCDPSession();
const used = async () => {
  const { processInfo } = await debug.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};

console.log('| | trials per second |\n|---|--:|');
for (const count of [1, 2]) {
  const seconds = await best(repetitions, async () => {
    const before = await used();
    await page.evaluate(played, [fire, count]);
    return ((await used()) - before) / count;
  });
  console.log(`| the page, ${count} worker${count > 1 ? 's' : ''} | ${giga(seconds)} |`);
}
for (const set of ['portable', 'AVX2'])
  console.log(`| the program, one thread, ${set} | ${giga(await best(repetitions, () => native(set)))} |`);

const call = await start();
const { presets } = JSON.parse(call('{"do":"library"}'));
const times = [];
for (const { procedure, name } of presets) {
  const request = JSON.stringify({ do: 'ask', question: { procedure, preset: name, method: 'exact' } });
  const seconds = await best(repetitions, () => {
    const before = process.cpuUsage();
    call(request);
    return process.cpuUsage(before).user / 1e6;
  });
  times.push({ name: `${procedure} --preset ${name}`, seconds });
}
times.sort((a, b) => b.seconds - a.seconds);
const ms = (seconds) => (seconds < 1 ? `${(seconds * 1000).toPrecision(2)} ms` : `${seconds.toPrecision(2)} s`);
const share = (part) => times[Math.floor((1 - part) * times.length)].seconds;
console.log(
  `\n${times.length} presets: half within ${ms(share(0.5))}, nine tenths within ${ms(share(0.9))}; the slowest:\n`,
);
console.log('| preset | exact answer |\n|---|--:|');
for (const { name, seconds } of times.slice(0, 12)) console.log(`| \`${name}\` | ${ms(seconds)} |`);
await browser.close();
await server.close();
