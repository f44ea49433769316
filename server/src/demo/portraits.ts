import { createHash } from 'node:crypto';
import { IMAGE_SIDES, imageKeys } from '@rivalhold/shared/image-sizes.ts';
import { portraitSvg } from '@rivalhold/shared/portraits/renderer.ts';
import type { FileStorage } from '../platform/files/storage.ts';
import { toWebp } from '../platform/media/rasterize.ts';
import type { DemoPlayer } from './roster.ts';

export type Portrait = { username: string; svg: string; key: string };

const PORTRAIT_PX = 320;
const CONCURRENT_DRAWINGS = 3;

/** Return a player's portrait. Its file key contains a digest of the drawing. */
export function portraitOf({ username, portrait }: DemoPlayer): Portrait {
  const svg = portraitSvg(username, portrait);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 24);
  return { username, svg, key: `avatars/demo-${digest}.webp` };
}

/** Return the paths of portraits by username. */
export const portraitPaths = (portraits: readonly Portrait[]): ReadonlyMap<string, string> =>
  new Map(portraits.map(({ username, key }) => [username, `/media/${key}`]));

/** Draw portraits on other threads, and store them in all sizes. */
export async function storePortraits(files: FileStorage, portraits: readonly Portrait[]): Promise<void> {
  const store = async ({ svg, key }: Portrait) => {
    const pictures = await toWebp(svg, [PORTRAIT_PX, ...IMAGE_SIDES.avatars]);
    // Overwrite existing files, because an interrupted start might have left an incomplete file.
    await Promise.all(imageKeys(key).map((size, index) => files.put(size, pictures[index]!)));
  };
  const waiting = portraits.values();
  const drawAll = async () => {
    for (const portrait of waiting) await store(portrait);
  };
  await Promise.all(Array.from({ length: CONCURRENT_DRAWINGS }, drawAll));
}
