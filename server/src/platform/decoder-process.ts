/** The process that opens what players upload: see decoder.ts. Takes one task at a time and answers each by one message. */
import type { DecoderAnswer, DecoderTask } from './decoder.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: DecoderTask) => {
  process.send?.(await answer(task));
});

/** What the other kind of file needs is not even loaded. */
async function answer(task: DecoderTask): Promise<DecoderAnswer> {
  if (task.does === 'picture') return (await import('./picture-decoding.ts')).renderPicture(task);
  return (await import('./video-decoding.ts')).rewriteVideo(task);
}
