import { randomUUID } from 'node:crypto';
import { AVATAR_SIDE, IMAGE_SIDES, imageKeys } from '@rivalhold/shared/image-sizes.ts';
import { newcomerPortrait } from '@rivalhold/shared/portraits/newcomer.ts';
import { FairQueue, type QueueOwner } from '../../platform/concurrency/fair-queue.ts';
import type { NewFile } from '../../platform/files/stored-files.ts';
import { toWebp } from '../../platform/media/rasterize.ts';

/**
 * Queue that draws portraits one after the other, so that many sign-ups cannot occupy the CPU. If the queue is full,
 * the last portrait waits for about five seconds.
 */
const queue = new FairQueue({ maxWaiting: 40, maxOfOwner: 10 });

/**
 * Draw the portrait of a seed as an avatar in all sizes. Only the seed comes from the client, so the
 * drawing needs no moderation. Return null if too many portraits are waiting.
 * @param from the guest's network; the queue alternates between networks
 */
export async function drawPortrait(
  userId: number,
  seed: string,
  from: QueueOwner,
): Promise<{ url: string; files: NewFile[] } | null> {
  if (queue.isFull(from)) return null;
  const sizes = [AVATAR_SIDE, ...IMAGE_SIDES.avatars];
  const pictures = await queue.add(from, () => toWebp(newcomerPortrait(seed), sizes));
  const key = `avatars/${userId}-${randomUUID()}.webp`;
  const keys = imageKeys(key);
  return { url: `/media/${key}`, files: pictures.map((bytes, size) => ({ key: keys[size]!, bytes })) };
}
