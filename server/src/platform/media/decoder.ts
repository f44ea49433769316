import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FairQueue, type QueueOwner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import { damagedFile, fileTakesTooLong } from './refusals.ts';
import type { DecoderMessage, DecoderResponse, DecoderTask } from './tasks.ts';

const PROCESS_PATH = path.join(import.meta.dirname, 'decoder-process.ts');
/**
 * Maximum elapsed time for a file in ms. This limit is needed in addition to the CPU time limit, which does not stop a
 * process that hangs without using the CPU.
 */
const HANG_TIMEOUT_MS = 60_000;
const MEASURE_INTERVAL_MS = 100;
/** Linux reports CPU time in ticks of 10 ms. */
const TICK_MS = 10;
/** Time in ms without work after which the process is ended, to free its memory. */
const IDLE_TIMEOUT_MS = 5_000;
/** Maximum number of waiting uploads. If there were more, clients would give up before their upload is processed. */
const MAX_WAITING = 200;
/** Heap limit of the process in MB. The process ends if a malicious file makes it allocate more. */
const HEAP_MB = 96;
/** Nice value of the process for large files. It gives the server and small pictures priority. */
const PRIORITY = 5;
/** Limits for a small picture. If a picture exceeds the CPU time, the process for large files decodes it again. */
const SMALL = { bytes: 2 ** 20, stillPixels: 2 ** 20, cpuMs: 2_000 };
/**
 * Environment variables of the process. They contain none of the site's secrets. With a single malloc arena,
 * decoder threads reuse each other's freed memory. With the low malloc thresholds, large freed blocks return to
 * the system immediately.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  // With cached code, the process does not load the TypeScript compiler, which would use 15 MB of memory.
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
  /** Counts CPU time in ms towards the uploader's limit. */
  charge?: (ms: number) => Promise<void>;
  /** The uploader's share of the video converter. If it is missing, conversions are unlimited. */
  conversions?: ConversionShare;
  /** True if the file is from another site. Decoding such a file must not delay players' small pictures. */
  isExternal?: true;
};
/** A share of the video converter's time. */
type ConversionShare = {
  /** Owner of this share's conversions. The queue for conversions alternates between owners. */
  owner: QueueOwner;
  /** Throws AppError `tooOften` or `unavailable` if the share is used up. */
  check: () => Promise<void>;
  /** Counts the duration of a conversion in ms towards the share. */
  charge: (ms: number) => Promise<void>;
};

/**
 * Decode a file in a separate process, so that a file that crashes or corrupts the decoder cannot affect the site.
 * Players' small still pictures have their own decoder, so that they do not wait for files that take seconds.
 * @throws AppError `unavailable` if too many files are waiting, the decoder cannot be started or the disk is full
 * @throws the abort reason of `signal` if it aborts before the decoding begins
 */
export async function decode(task: DecoderTask, uploader: Uploader): Promise<DecoderResponse> {
  const isSmall =
    task.type === 'image' && !uploader.isExternal && (await stat(task.file)).size <= SMALL.bytes;
  const response = isSmall
    ? await smallDecoder.decode({ ...task, maxStillPixels: SMALL.stillPixels }, uploader)
    : null;
  return response ?? (await decoder.decode(task, uploader)) ?? { refused: fileTakesTooLong };
}

type DecoderOptions = {
  /** Maximum CPU time for a file in ms. Decoding stops after this time. */
  maxCpuMs: number;
  /** Nice value of the process. */
  priority?: number;
};

/**
 * A process that decodes only one file at a time, because a decoded image can use a hundred megabytes. It alternates
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
   * Decode a file. Return null if decoding takes too long, or if the file is a picture that is animated or larger than
   * `maxStillPixels`.
   * @throws the errors of the function `decode`
   */
  async decode(task: DecoderTask, { userId, signal, charge }: Uploader): Promise<DecoderResponse | null> {
    if (this.#queue.isFull(userId)) throw new AppError('unavailable', undefined, { retryAfter: 30 });
    const work = async () => {
      clearTimeout(this.#idleTimer);
      const { message, cpuMs } = await this.#send(task);
      try {
        await charge?.(cpuMs);
        return message;
      } finally {
        // If the process for large files takes over this file, end this process, so that only one of the two processes
        // uses memory.
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
   * End the process by closing its channel. The process exits after it has written the cache of compiled code. Clear
   * the reference to the process first. Otherwise, a file that arrives in the meantime would be sent to this process
   * and fail.
   */
  #stop(): void {
    const ending = this.#process;
    this.#process = undefined;
    if (ending?.connected) ending.disconnect();
  }

  /**
   * Send a task to the process, and return the message with which it responds. If the task takes too long, the process
   * is killed and the message is null. If the process exits for another reason, the file counts as damaged.
   * @throws AppError `unavailable` if the process could not be started.
   */
  #send(task: DecoderTask): Promise<{ message: DecoderMessage | null; cpuMs: number }> {
    return new Promise((resolve, reject) => {
      const child = this.#running();
      const begun = performance.now();
      const usedBefore = cpuTimeOf(child.pid);
      let cpuMs = 0;
      let isLate = false;
      const measure = () => {
        const elapsed = performance.now() - begun;
        // If the CPU time cannot be measured, use the elapsed time.
        if (usedBefore === null) cpuMs = elapsed;
        else cpuMs = Math.max(cpuMs, (cpuTimeOf(child.pid) ?? 0) - usedBefore);
        isLate ||= cpuMs > this.#options.maxCpuMs || elapsed > HANG_TIMEOUT_MS;
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
        resolve({ message, cpuMs });
      };
      const fail = () => finish(isLate ? null : { refused: damagedFile(task) });
      const failToStart = (cause: Error) => {
        cleanUp();
        reject(new AppError('unavailable', undefined, { cause }));
      };
      child.once('message', finish).once('exit', fail).once('error', failToStart);
      // If there is no channel, the process could not be started, and its error event follows.
      child.send?.(task, (error) => error && child.kill('SIGKILL'));
    });
  }

  /**
   * Return the running process. If there is none, start a new process.
   * @throws AppError `unavailable` if the process cannot be started
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

const smallDecoder = new Decoder({ maxCpuMs: SMALL.cpuMs });
const decoder = new Decoder({ maxCpuMs: LIMITS.upload.cpuMs, priority: PRIORITY });

/**
 * Return the CPU time in ms that all threads of a process have used. Return null if the process is not
 * running, or if the system has no `/proc`.
 */
function cpuTimeOf(pid: number | undefined): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name in parentheses can contain spaces. User time and system time are fields 14 and 15.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
