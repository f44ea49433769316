/** The process that opens what players upload: see decoder.ts. Takes one task at a time and answers each by one message. */

import { AppError, isStorageFull } from '../errors.ts';
import type { DecodeResult, DecoderMessage, DecoderTask } from './tasks.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: DecoderTask) => {
  process.send?.(await respond(task));
});

/** Whatever fails here, the file is to blame, unless this machine has no room. */
async function respond(task: DecoderTask): Promise<DecoderMessage> {
  try {
    return { done: await decodeTask(task) };
  } catch (error) {
    if (isStorageFull(error)) return { isFull: String(error) };
    const isTooLarge = error instanceof AppError && error.code === 'tooLarge';
    return { refused: isTooLarge ? 'tooLarge' : 'mediaType' };
  }
}

/** What the other kind of file needs is not even loaded. */
async function decodeTask(task: DecoderTask): Promise<DecodeResult> {
  if (task.does === 'picture') return (await import('./image-decoding.ts')).renderImageFile(task);
  return (await import('./video-decoding.ts')).rewriteVideoFile(task);
}
