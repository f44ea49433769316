import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import { AppError } from './errors.ts';

/** What a picture is made into: WebP without metadata, moving pictures still moving. */
export type Rendition = { data: Buffer; width: number; height: number };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** Part of this size at which a moving picture is made, since it is drawn many times over; 1 unless told. */
  moving?: number;
};
export type RenderTask = { file: string; fits: readonly Fit[] };
export type RenderAnswer = { renditions: Rendition[] } | { refused: 'mediaType' | 'tooLarge' };

const WORKER = path.join(import.meta.dirname, 'image-worker.ts');
/** No honest picture takes so long. */
const PATIENCE_MS = 30_000;
/** After so long without work the process goes, and its memory with it. */
const IDLE_MS = 5_000;
/** A decoded picture may take a hundred megabytes: one at a time. */
const one = pLimit(1);
let worker: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes renditions of a picture, judged by its bytes alone and decoded whole. That happens in a process of its own: what
 * a picture does to the memory of its decoder, or to the decoder, it does not do to the site.
 * @param file a path of ours
 * @throws AppError mediaType for what is no picture of an accepted kind or cannot be decoded; tooLarge beyond
 * 50 megapixels, 8,192 pixels a side or 500 frames, and for an interlaced one that needs too much at once.
 */
export function renderImage(file: string, fits: readonly Fit[]): Promise<Rendition[]> {
  return one(async () => {
    clearTimeout(idle);
    const answer = await ask({ file, fits });
    idle = setTimeout(() => worker?.kill(), IDLE_MS).unref();
    if ('renditions' in answer) return answer.renditions;
    throw answer.refused === 'mediaType'
      ? new AppError('mediaType')
      : new AppError('tooLarge', 'This picture is too large: at most 8192 pixels a side.');
  });
}

/** A decoder that ends or hangs over a picture has refused it. */
function ask(task: RenderTask): Promise<RenderAnswer> {
  const child = openWorker();
  return new Promise((resolve) => {
    const finish = (answer: RenderAnswer) => {
      clearTimeout(patience);
      child.off('message', finish).off('exit', fail);
      resolve(answer);
    };
    const fail = () => finish({ refused: 'mediaType' });
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.once('message', finish).once('exit', fail);
    child.send(task, (error) => error && child.kill('SIGKILL'));
  });
}

function openWorker(): ChildProcess {
  if (worker) return worker;
  const child = fork(WORKER, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // One arena: what a thread of the decoder frees, the next one uses. No secret of the site is its business.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1' },
  });
  child.on('error', () => child.kill('SIGKILL'));
  const forget = () => {
    if (worker === child) worker = undefined;
  };
  child.once('exit', forget).once('disconnect', forget);
  child.unref();
  child.channel?.unref();
  worker = child;
  return child;
}
