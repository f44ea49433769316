import { type ChildProcess, fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FairQueue, type QueueOwner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import { processorTimeOf } from './processor-time.ts';
import { damagedFile, fileTakesTooLong } from './refusals.ts';
import type { DecoderMessage, DecoderResponse, DecoderTask } from './tasks.ts';

const PROCESS_PATH = path.join(import.meta.dirname, 'decoder-process.ts');
/** A process that hangs uses no processor time. */
const HANG_TIMEOUT_MS = 60_000;
const MEASURE_INTERVAL_MS = 100;
/** After this long without work the process exits and frees its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Uploads behind this many others would wait longer than a client does. */
const MAX_WAITING = 200;
/** Heap limit, which ends the process if a malicious file makes it allocate too much. */
const HEAP_MB = 96;
/** Nice value of the process for large files: the site and small pictures come first. */
const PRIORITY = 5;
/** Limits of a small picture. One that takes longer is decoded like a large one. */
const SMALL = { bytes: 2 ** 20, stillPixels: 2 ** 20, processorMs: 2_000 };
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

/** The uploader of a file. */
export type Uploader = {
  userId: number;
  /** Aborts when they no longer wait for the response. */
  signal: AbortSignal;
  /** Counts the processor time in ms of their files. */
  charge?: (ms: number) => Promise<void>;
  /** Their share of the video converter; not limited by default. */
  conversions?: ConversionShare;
  /** Whether the file is from another site: it must not delay small pictures of players. */
  isExternal?: true;
};
/** A share of the video converter. */
type ConversionShare = {
  /** All uploaders with the same owner take turns with others as one. */
  owner: QueueOwner;
  /** @throws AppError `tooOften` or `unavailable` if it is used up. */
  check: () => Promise<void>;
  /** Counts the time in ms of a conversion. */
  charge: (ms: number) => Promise<void>;
};

/**
 * Decode a file in a separate process. A file that corrupts or crashes its decoder cannot affect the site. Small still
 * pictures of players have a decoder of their own, so that they do not wait for files that take seconds.
 * @throws AppError `unavailable` if too many files wait, no decoder can be started or the disk is full; the reason of
 * `signal` if it aborts before their turn.
 */
export async function decode(task: DecoderTask, uploader: Uploader): Promise<DecoderResponse> {
  const isSmall =
    task.does === 'picture' && !uploader.isExternal && (await stat(task.file)).size <= SMALL.bytes;
  const response = isSmall
    ? await smallDecoder.decode({ ...task, maxStillPixels: SMALL.stillPixels }, uploader)
    : null;
  return response ?? (await decoder.decode(task, uploader)) ?? { refused: fileTakesTooLong };
}

type DecoderOptions = {
  /** Processor time of a file, after which its decoding is stopped. */
  maxProcessorMs: number;
  /** Nice value of the process. */
  priority?: number;
};

/**
 * A process that decodes one file at a time, since a decoded image may take a hundred megabytes, in turns between
 * players, so that players with many files do not delay the others.
 */
export class Decoder {
  readonly #queue = new FairQueue({ maxWaiting: MAX_WAITING });
  readonly #options: DecoderOptions;
  #process: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /** Decode a file, and return null if it takes too long or is not as small as the task demands. Throws like `decode`. */
  async decode(task: DecoderTask, { userId, signal, charge }: Uploader): Promise<DecoderResponse | null> {
    if (this.#queue.isFull(userId)) throw new AppError('unavailable', undefined, { retryAfter: 30 });
    const work = async () => {
      clearTimeout(this.#idleTimer);
      const { message, processorMs } = await this.#send(task);
      this.#idleTimer = setTimeout(() => this.#stop(), IDLE_TIMEOUT_MS).unref();
      await charge?.(processorMs);
      return message;
    };
    const message = await this.#queue.add(userId, work, signal);
    if (message === null || 'isNotSmall' in message) return null;
    if ('isFull' in message)
      throw new AppError('unavailable', undefined, { cause: new Error(message.isFull) });
    return message;
  }

  /**
   * Clear the reference before it exits: a file that arrives meanwhile would be sent to it and fail. Without a channel
   * it exits by itself, after it has written the cache of compiled code.
   */
  #stop(): void {
    const ending = this.#process;
    this.#process = undefined;
    if (ending?.connected) ending.disconnect();
  }

  /**
   * Send a task to the process, and stop it if the task takes too long: then the message is null. If it exits, the file
   * counts as damaged.
   * @throws AppError `unavailable` if the process could not be started.
   */
  #send(task: DecoderTask): Promise<{ message: DecoderMessage | null; processorMs: number }> {
    return new Promise((resolve, reject) => {
      const child = this.#running();
      const begun = performance.now();
      const usedBefore = processorTimeOf(child.pid);
      let processorMs = 0;
      let isLate = false;
      const measure = () => {
        const elapsed = performance.now() - begun;
        // Without a measured time, the elapsed time is an upper bound.
        if (usedBefore === null) processorMs = elapsed;
        else processorMs = Math.max(processorMs, (processorTimeOf(child.pid) ?? 0) - usedBefore);
        isLate ||= processorMs > this.#options.maxProcessorMs || elapsed > HANG_TIMEOUT_MS;
        if (isLate) child.kill('SIGKILL');
      };
      const timer = setInterval(measure, MEASURE_INTERVAL_MS);
      const cleanUp = () => {
        clearInterval(timer);
        child.off('message', finish).off('exit', fail).off('error', failToStart);
      };
      const finish = (message: DecoderMessage | null) => {
        measure();
        cleanUp();
        resolve({ message, processorMs });
      };
      const fail = () => finish(isLate ? null : { refused: damagedFile(task) });
      const failToStart = (cause: Error) => {
        cleanUp();
        reject(new AppError('unavailable', undefined, { cause }));
      };
      child.once('message', finish).once('exit', fail).once('error', failToStart);
      // Without a channel the process could not be started; its error event follows.
      child.send?.(task, (error) => error && child.kill('SIGKILL'));
    });
  }

  /** Return the running process or start one. @throws AppError `unavailable` if no process can be started. */
  #running(): ChildProcess {
    try {
      this.#process ??= this.#start();
      return this.#process;
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause: cause as Error });
    }
  }

  #start(): ChildProcess {
    const child = fork(PROCESS_PATH, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: ENVIRONMENT,
    });
    const clearReference = () => {
      if (this.#process === child) this.#process = undefined;
    };
    child.on('error', () => {
      clearReference();
      child.kill('SIGKILL');
    });
    child.once('exit', clearReference).once('disconnect', clearReference);
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) setPriority(child.pid, this.#options.priority ?? 0);
    return child;
  }
}

const smallDecoder = new Decoder({ maxProcessorMs: SMALL.processorMs });
const decoder = new Decoder({ maxProcessorMs: LIMITS.upload.processorMs, priority: PRIORITY });
