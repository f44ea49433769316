/** The process that opens what players upload: see decoder.ts. Takes one task at a time and answers each by one message. */

import { AppError, isFull } from '../errors.ts';
import type { Decoded, DecoderTask, DecoderTold } from './tasks.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: DecoderTask) => {
  process.send?.(await answer(task));
});

/** Whatever fails here, the file is to blame, unless this machine has no room. */
async function answer(task: DecoderTask): Promise<DecoderTold> {
  try {
    return { done: await decoded(task) };
  } catch (error) {
    if (isFull(error)) return { isFull: String(error) };
    const isTooLarge = error instanceof AppError && error.code === 'tooLarge';
    return { refused: isTooLarge ? 'tooLarge' : 'mediaType' };
  }
}

/** What the other kind of file needs is not even loaded. */
async function decoded(task: DecoderTask): Promise<Decoded> {
  if (task.does === 'picture') return (await import('./image-decoding.ts')).renderPicture(task);
  return (await import('./video-decoding.ts')).rewriteVideo(task);
}
