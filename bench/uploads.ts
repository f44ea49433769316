/**
 * Measures the memory of a server that takes 20 pictures of 25 MB at once, of each kind that costs it something, over
 * what it needs when idle: by its VmHWM and VmRSS, so on Linux only. Prints them and writes docs/measurements.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLAYERS } from './load.ts';
import { KINDS } from './pictures.ts';
import { writeMeasurements } from './report.ts';
import { folder, headersOf, runToEnd, startServer } from './server.ts';

const AT_ONCE = 20;
const AIM_MB = 250;

const env = { DATA_DIR: folder(), SEED: 'none', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const tokens = (JSON.parse(runToEnd('bench/arena.ts', env)) as string[]).slice(0, Math.min(AT_ONCE, PLAYERS));
const rows: string[] = [];
let worst = 0;
for (const { name, make } of KINDS) {
  const file = await make();
  // A server of its own for each kind: what one of them has taken is no longer idle for the next.
  const server = await startServer('server/src/main.ts', env);
  const headers = await Promise.all(tokens.map((token) => headersOf(server.url, token)));
  await sleep(3_000);
  const idle = memoryOf(server.pid, 'VmRSS');
  resetPeak(server.pid);
  const decoder = watchDecoder(server.pid);
  const since = performance.now();
  const statuses = await Promise.all(headers.map((each) => send(server.url, each, file)));
  const seconds = (performance.now() - since) / 1000;
  const over = memoryOf(server.pid, 'VmHWM') - idle;
  const apart = decoder.stop();
  worst = Math.max(worst, over);
  rows.push(
    `| ${name} | ${(file.length / 2 ** 20).toFixed(1)} | ${[...new Set(statuses)].join(', ')} | ${seconds.toFixed(1)} | ${idle.toFixed(0)} | ${over.toFixed(0)} | ${apart.toFixed(0)} |`,
  );
  console.log(rows.at(-1));
  await server.stop();
}
writeMeasurements(
  'uploads',
  [
    `${AT_ONCE} avatars at once on the embedded database: most memory over idle is ${worst.toFixed(0)} MB, at most ${AIM_MB}.`,
    '',
    'The pictures are decoded in a process of their own, which ends when there is nothing more to decode.',
    '',
    '| picture | MB each | answers | s for all | MB idle | MB over idle | MB of the decoder |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n'),
);
process.exitCode = worst <= AIM_MB ? 0 : 1;

/** In MB. */
function memoryOf(pid: number, what: 'VmHWM' | 'VmRSS'): number {
  const found = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** Looks, ten times a second, at the most memory of a process that the server has started; `stop` answers it. */
function watchDecoder(pid: number): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')) {
      if (child !== '') most = Math.max(most, memoryOf(Number(child), 'VmHWM'));
    }
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** The peak counts from now on. */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

async function send(url: string, headers: Record<string, string>, file: Buffer): Promise<number> {
  const form = new FormData();
  form.set('avatar', new Blob([file as Uint8Array<ArrayBuffer>]), 'me');
  const answer = await fetch(`${url}/api/upload/avatar`, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}
