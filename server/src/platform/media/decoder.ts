import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import { damagedFile } from './refusals.ts';
import type { DecoderMessage, DecoderResponse, DecoderTask } from './tasks.ts';

const PROCESS_PATH = path.join(import.meta.dirname, 'decoder-process.ts');
/** Valid files take much less time. */
const DECODE_TIMEOUT_MS = 30_000;
/** After this long without work the process exits and frees its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Uploads behind this many others would wait longer than a client does. */
const MAX_QUEUED = 200;
/** Heap limit, which ends the process if a malicious file makes it allocate too much. */
const HEAP_MB = 96;
/**
 * A single malloc arena: memory freed by one decoder thread is reused by the next, and large blocks return to
 * the system right away. The process gets none of the site's secrets.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  // Code from the cache needs no compiler for TypeScript, which would take 15 MB.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};
/** One task at a time, since a decoded image may take a hundred megabytes. */
const queue = new FairQueue();
let decoderProcess: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** The uploader of a file, and whether they still wait for the response. */
export type Uploader = { userId: number; isStillWanted: () => boolean };

/**
 * Decode a file in a separate process, one at a time and in turns between players. A file that corrupts or
 * crashes its decoder cannot affect the site, and players with many files do not delay the others.
 * @throws AppError `unavailable` if too many files wait, no decoder can be started or the disk is full;
 * `invalid` if the uploader has disconnected before its turn.
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

/**
 * Clear the reference before it exits: a file that arrives meanwhile would be sent to it and fail. Without a channel it exits
 * by itself, after it has written the cache of compiled code.
 */
function stopIdleDecoder(): void {
  const ending = decoderProcess;
  decoderProcess = undefined;
  if (ending?.connected) ending.disconnect();
}

/**
 * Send a task to the decoder. If the decoder exits or hangs, the file counts as rejected.
 * @throws AppError `unavailable` if the decoder could not be started.
 */
function sendTask(task: DecoderTask): Promise<DecoderMessage> {
  return new Promise((resolve, reject) => {
    const decoder = getDecoder();
    const cleanUp = () => {
      clearTimeout(timer);
      decoder.off('message', finish).off('exit', fail).off('error', failToStart);
    };
    const finish = (answer: DecoderMessage) => {
      cleanUp();
      resolve(answer);
    };
    const fail = () => finish({ refused: damagedFile(task) });
    const failToStart = (cause: Error) => {
      cleanUp();
      reject(new AppError('unavailable', undefined, { cause }));
    };
    const timer = setTimeout(() => decoder.kill('SIGKILL'), DECODE_TIMEOUT_MS);
    decoder.once('message', finish).once('exit', fail).once('error', failToStart);
    // Without a channel the process could not be started; its error event follows.
    decoder.send?.(task, (error) => error && decoder.kill('SIGKILL'));
  });
}

/** Return the running decoder or start one. @throws AppError `unavailable` if no process can be started. */
function getDecoder(): ChildProcess {
  try {
    return spawnDecoder();
  } catch (cause) {
    throw new AppError('unavailable', undefined, { cause: cause as Error });
  }
}

function spawnDecoder(): ChildProcess {
  if (decoderProcess) return decoderProcess;
  const child = fork(PROCESS_PATH, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: ENVIRONMENT,
  });
  const clearReference = () => {
    if (decoderProcess === child) decoderProcess = undefined;
  };
  child.on('error', () => {
    clearReference();
    child.kill('SIGKILL');
  });
  child.once('exit', clearReference).once('disconnect', clearReference);
  child.unref();
  child.channel?.unref();
  decoderProcess = child;
  return child;
}
