/**
 * Measures the memory of a server, and of the process that decodes beside it, while 20 files of up to 25 MB are uploaded
 * at once, of each kind that costs something, over what the server needs when idle: the sum of their PSS (memory that
 * both share counts once), looked at ten times a second, so on Linux only. Prints them and writes docs/measurements.md.
 * An argument names the kinds to measure; then nothing is written.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMAGE_CASES } from './image-cases.ts';
import { writeMeasurements } from './report.ts';
import { headersOf, runScript, startServer, temporaryFolder } from './server.ts';
import { VIDEO_CASES } from './video-cases.ts';

const CONCURRENCY = 20;
const TARGET_MB = 250;

const only = process.argv[2];
const env = { DATA_DIR: temporaryFolder(), SEED: 'none', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const tokens = (JSON.parse(runScript('bench/fight-data.ts', env)) as string[]).slice(0, CONCURRENCY);
const rows: string[] = [];
let worst = 0;
for (const { name, make } of [...IMAGE_CASES, ...VIDEO_CASES]) {
  if (only && !name.includes(only)) continue;
  const file = await make();
  // A server of its own for each kind: what one of them has taken is no longer idle for the next.
  const server = await startServer('server/src/main.ts', env);
  const headers = await Promise.all(tokens.map((token) => headersOf(server.url, token)));
  await sleep(3_000);
  const idle = memoryOf(server.pid);
  const watch = watchMemory(server.pid);
  const since = performance.now();
  const statuses = await Promise.all(headers.map((each) => send(server.url, each, file)));
  const seconds = (performance.now() - since) / 1000;
  const most = watch.stop();
  worst = Math.max(worst, most.sum - idle);
  rows.push(
    `| ${[
      name,
      (file.length / 2 ** 20).toFixed(1),
      [...new Set(statuses)].join(', '),
      seconds.toFixed(1),
      ...[idle, most.sum - idle, most.server - idle, most.decoder].map((mb) => mb.toFixed(0)),
    ].join(' | ')} |`,
  );
  console.log(rows.at(-1));
  await server.stop();
}
if (!only)
  writeMeasurements(
    'uploads',
    [
      `${CONCURRENCY} attachments at once on the embedded database: most memory over idle, of the server and the process`,
      `that decodes beside it together, is ${worst.toFixed(0)} MB, at most ${TARGET_MB}.`,
      '',
      'That process ends when there is nothing more to decode. What the two need most need not coincide.',
      '',
      '| file | MB each | answers | s for all | MB idle | MB over idle | of the server | of the decoder |',
      '|---|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  );
process.exitCode = worst <= TARGET_MB ? 0 : 1;

/** In MB; 0 once the process is gone. */
function memoryOf(pid: number): number {
  try {
    return (
      Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
    );
  } catch {
    return 0;
  }
}

/** The most that a server, what it has started, and both together have taken at the same time; `stop` answers them. */
function watchMemory(pid: number): { stop: () => { server: number; decoder: number; sum: number } } {
  const most = { server: 0, decoder: 0, sum: 0 };
  const timer = setInterval(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const decoder = children.reduce((sum, child) => sum + (child ? memoryOf(Number(child)) : 0), 0);
    const server = memoryOf(pid);
    most.server = Math.max(most.server, server);
    most.decoder = Math.max(most.decoder, decoder);
    most.sum = Math.max(most.sum, server + decoder);
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

async function send(url: string, headers: Record<string, string>, file: Buffer): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'me');
  const answer = await fetch(`${url}/api/dm-attachments`, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}
