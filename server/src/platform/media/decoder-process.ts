/**
 * The process that decodes uploads: see decoder.ts. It takes one task at a time and answers each with one
 * message.
 */

import { AppError, isStorageFull } from '../errors.ts';
import { damagedFile, isWrongType } from './refusals.ts';
import type { DecodeResult, DecoderMessage, DecoderTask } from './tasks.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: DecoderTask) => {
  process.send?.(await respond(task));
});

/** Every failure is attributed to the file, except a full disk. */
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

/** Load only the code for the kind of file. Return null for a picture that is not as small as the task demands. */
async function decodeTask(task: DecoderTask): Promise<DecodeResult | null> {
  if (task.does === 'picture') return (await import('./image-decoding.ts')).renderImageFile(task);
  return (await import('./video-decoding.ts')).rewriteVideoFile(task);
}
