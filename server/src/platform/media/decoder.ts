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
/**
 * Limit of the elapsed time for a file. The limit of processor time does not stop a process that hangs without
 * using any.
 */
const HANG_TIMEOUT_MS = 60_000;
const MEASURE_INTERVAL_MS = 100;
/** Time without work after which the process is ended, to free its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Maximum number of waiting uploads. With more, the last would wait longer than clients do. */
const MAX_WAITING = 200;
/** Heap limit of the process. It ends the process if a malicious file makes it allocate too much memory. */
const HEAP_MB = 96;
/** Nice value of the process for large files, which gives priority to the server and to small pictures. */
const PRIORITY = 5;
/** Limits of a small picture. A picture that takes longer is then decoded by the process for large files. */
const SMALL = { bytes: 2 ** 20, stillPixels: 2 ** 20, processorMs: 2_000 };
/**
 * Environment of the process, which gets none of the site's secrets. A single malloc arena lets decoder threads
 * reuse each other's freed memory, and the thresholds return large blocks to the system immediately.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  // With cached code, the process does not load the TypeScript compiler, which would take 15 MB of memory.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** The uploader of a file. */
export type Uploader = {
  userId: number;
  /** Aborts when the uploader has disconnected. */
  signal: AbortSignal;
  /** Counts processor time in ms towards the uploader's limit. */
  charge?: (ms: number) => Promise<void>;
  /** Their share of the video converter; unlimited if missing. */
  conversions?: ConversionShare;
  /** True if the file is from another site. Such files must not delay small pictures of players. */
  isExternal?: true;
};
/** A share of the time of the video converter. */
type ConversionShare = {
  /** Owner of the conversions in the queue. Uploaders with the same owner share one turn. */
  owner: QueueOwner;
  /** Throws AppError `tooOften` or `unavailable` if the share is used up. */
  check: () => Promise<void>;
  /** Counts the duration of a conversion in ms towards the share. */
  charge: (ms: number) => Promise<void>;
};

/**
 * Decode a file in a separate process, so that a file that crashes or corrupts the decoder cannot affect the site.
 * Small still pictures of players have a separate decoder, so that they do not wait for files that take seconds.
 * @throws AppError `unavailable` if too many files are waiting, the decoder cannot be started or the disk is full;
 * the abort reason of `signal` if it aborts before the decoding begins.
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
  /** Maximum processor time for a file. Decoding is stopped after it. */
  maxProcessorMs: number;
  /** Nice value of the process. */
  priority?: number;
};

/**
 * A process that decodes one file at a time, because a decoded image can take a hundred megabytes. It takes turns
 * between players, so that players with many files do not delay the others.
 */
export class Decoder {
  readonly #queue = new FairQueue({ maxWaiting: MAX_WAITING });
  readonly #options: DecoderOptions;
  #process: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /**
   * Decode a file. Return null if it takes too long, or if it is a picture that is animated or larger than
   * `maxStillPixels`. Throws like the function `decode`.
   */
  async decode(task: DecoderTask, { userId, signal, charge }: Uploader): Promise<DecoderResponse | null> {
    if (this.#queue.isFull(userId)) throw new AppError('unavailable', undefined, { retryAfter: 30 });
    const work = async () => {
      clearTimeout(this.#idleTimer);
      const { message, processorMs } = await this.#send(task);
      try {
        await charge?.(processorMs);
        return message;
      } finally {
        // If the file goes on to the process for large files, only one of the two processes should use memory.
        const isPassedOn = message !== null && 'isNotSmall' in message;
        this.#idleTimer = setTimeout(() => this.#stop(), isPassedOn ? 0 : IDLE_TIMEOUT_MS).unref();
      }
    };
    const message = await this.#queue.add(userId, work, signal);
    if (message === null || 'isNotSmall' in message) return null;
    if ('isFull' in message)
      throw new AppError('unavailable', undefined, { cause: new Error(message.isFull) });
    return message;
  }

  /**
   * End the process by closing its channel; it exits after it has written the cache of compiled code. The reference is
   * cleared first, because a file that arrives in the meantime would otherwise be sent to this process and fail.
   */
  #stop(): void {
    const ending = this.#process;
    this.#process = undefined;
    if (ending?.connected) ending.disconnect();
  }

  /**
   * Send a task to the process, and return its message. If the task takes too long, the process is killed and the
   * message is null. If the process exits for another reason, the file counts as damaged.
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
        // If processor time cannot be measured, use the elapsed time.
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
      // Without a channel, the process could not be started; its error event follows.
      child.send?.(task, (error) => error && child.kill('SIGKILL'));
    });
  }

  /**
   * Return the running process, or start a new one. @throws AppError `unavailable` if it cannot be started.
   */
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
      execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2'],
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
