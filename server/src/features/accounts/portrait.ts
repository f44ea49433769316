import { randomUUID } from 'node:crypto';
import { AVATAR_SIDE, avatarKeys, IMAGE_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { newcomerPortrait } from '@rivalhold/shared/portraits/newcomer.ts';
import type { NewFile } from '../../platform/files/stored-files.ts';
import { toWebp } from '../../platform/media/rasterize.ts';

/** Draw the portrait of a seed as an avatar in all sizes. Nothing of it comes from the client except the seed. */
export async function drawPortrait(userId: number, seed: string): Promise<{ url: string; files: NewFile[] }> {
  const key = `avatars/${userId}-${randomUUID()}.webp`;
  const pictures = await toWebp(newcomerPortrait(seed), [AVATAR_SIDE, ...IMAGE_SIDES.avatars]);
  const keys = avatarKeys(key);
  return { url: `/media/${key}`, files: pictures.map((bytes, size) => ({ key: keys[size]!, bytes })) };
}
