import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import type { DecoderMessage, DecoderResponse, DecoderTask } from './tasks.ts';

const PROCESS_PATH = path.join(import.meta.dirname, 'decoder-process.ts');
/** No honest file takes so long. */
const DECODE_TIMEOUT_MS = 30_000;
/** After so long without work the process goes, and its memory with it. */
const IDLE_TIMEOUT_MS = 5_000;
/** Who comes behind so many others would wait longer than anybody does. */
const MAX_QUEUED = 200;
/** What a hostile file may make of its tables before the process ends of it. */
const HEAP_MB = 96;
/**
 * One arena: what a thread of the decoder frees, the next one uses; and what is large goes back to the system at once.
 * No secret of the site is its business.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};
/** A decoded picture may take a hundred megabytes: one at a time. */
const queue = new FairQueue();
let decoderProcess: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Whose file it is, and whether they still wait for it. */
export type Uploader = { userId: number; isStillWanted: () => boolean };

/**
 * Opens a file in a process of its own, one after the other, players in turns: what a file does to the memory of its
 * decoder, or to the decoder, it does not do to the site, and who has many does not keep the others waiting.
 * @throws AppError unavailable when too many wait, no decoder can be started or the machine is full, invalid when it is
 * no longer wanted as its turn comes.
 */
export async function decode(
  task: DecoderTask,
  { userId, isStillWanted }: Uploader,
): Promise<DecoderResponse> {
  if (queue.waiting >= MAX_QUEUED) throw new AppError('unavailable', undefined, { retryAfter: 30 });
  return queue.add(userId, async () => {
    if (!isStillWanted()) throw new AppError('invalid');
    clearTimeout(idleTimer);
    const answer = await sendTask(task);
    idleTimer = setTimeout(stopIdleDecoder, IDLE_TIMEOUT_MS).unref();
    if ('isFull' in answer) throw new AppError('unavailable', undefined, { cause: new Error(answer.isFull) });
    return answer;
  });
}

/** Forgotten before it ends: a file that came meanwhile would be given to it, and be refused with it. */
function stopIdleDecoder(): void {
  const ending = decoderProcess;
  decoderProcess = undefined;
  ending?.kill();
}

/**
 * A decoder that ends or hangs over a file has refused it.
 * @throws AppError unavailable when it could not be started: that is not said by its end.
 */
function sendTask(task: DecoderTask): Promise<DecoderMessage> {
  return new Promise((resolve, reject) => {
    const decoder = getDecoder();
    const leave = () => {
      clearTimeout(timer);
      decoder.off('message', finish).off('exit', fail).off('error', lose);
    };
    const finish = (answer: DecoderMessage) => {
      leave();
      resolve(answer);
    };
    const fail = () => finish({ refused: 'mediaType' });
    const lose = (cause: Error) => {
      leave();
      reject(new AppError('unavailable', undefined, { cause }));
    };
    const timer = setTimeout(() => decoder.kill('SIGKILL'), DECODE_TIMEOUT_MS);
    decoder.once('message', finish).once('exit', fail).once('error', lose);
    // Without a channel it could not be started, which is told in a moment.
    decoder.send?.(task, (error) => error && decoder.kill('SIGKILL'));
  });
}

/** @throws AppError unavailable where the machine has no room for another process. */
function getDecoder(): ChildProcess {
  try {
    return spawnDecoder();
  } catch (cause) {
    throw new AppError('unavailable', undefined, { cause: cause as Error });
  }
}

function spawnDecoder(): ChildProcess {
  if (decoderProcess) return decoderProcess;
  const opened = fork(PROCESS_PATH, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: ENVIRONMENT,
  });
  const forget = () => {
    if (decoderProcess === opened) decoderProcess = undefined;
  };
  opened.on('error', () => {
    forget();
    opened.kill('SIGKILL');
  });
  opened.once('exit', forget).once('disconnect', forget);
  opened.unref();
  opened.channel?.unref();
  decoderProcess = opened;
  return opened;
}
