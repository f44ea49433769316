/**
 * The process that decodes uploads (see decoder.ts). It receives one task at a time, and responds to each task with one
 * message.
 */

import { AppError, isStorageFull } from '../errors.ts';
import { damagedFile, isWrongType } from './refusals.ts';
import type { DecodeResult, DecoderMessage, DecoderTask } from './tasks.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: DecoderTask) => {
  const message = await respond(task);
  // Free the pixels of this file now. The garbage collector would otherwise free them only after several more
  // files.
  globalThis.gc?.();
  // Ignore a failure to send: it means that the server was killed, and the disconnection ends this process.
  process.send?.(message, undefined, undefined, () => undefined);
});

/** Decode a file. Treat every failure except a full disk as an error of the file. */
async function respond(task: DecoderTask): Promise<DecoderMessage> {
  try {
    const done = await decodeTask(task);
    return done ? { done } : { isNotSmall: true };
  } catch (error) {
    if (isStorageFull(error)) return { isFull: String(error) };
    if (!(error instanceof AppError)) return { refused: damagedFile(task) };
    const code = error.code === 'tooLarge' ? 'tooLarge' : 'mediaType';
    return { refused: { code, message: isWrongType(error) ? null : error.message } };
  }
}

/**
 * Decode a file. Load only the code for its kind of file. Return null for a picture that is animated or larger than
 * `maxStillPixels`.
 */
async function decodeTask(task: DecoderTask): Promise<DecodeResult | null> {
  if (task.type === 'image') return (await import('./image-decoding.ts')).renderImageFile(task);
  return (await import('./video-decoding.ts')).rewriteVideoFile(task);
}
