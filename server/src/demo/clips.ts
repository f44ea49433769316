import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { toggleLike, uploadClip, viewClip } from '../features/clips/service.ts';
import type { Site } from '../platform/site.ts';
import { CLIPS, SEEN_AUTHOR } from './content/images.ts';
import { VISITOR } from './content/visitor.ts';
import { type DemoImage, type ImageOwner, publishImages } from './publish-images.ts';
import { DEMO_SETTINGS } from './settings.ts';

/** The clips. Each is drawn as a tall picture. */
export const CLIP_IMAGES = CLIPS.map((clip) => ({ ...clip, tall: true }));

/**
 * Add drawn clips and their views to the demo world, unless they have already been added. Clips by players who do not
 * exist are left out.
 */
export async function createDemoClips(site: Site): Promise<void> {
  await publishImages(
    site,
    { marker: DEMO_SETTINGS.clips, table: 'clips', images: CLIP_IMAGES },
    async ({ image, path, owner, players }) => {
      const at = new Date(site.clock.now().getTime() - image.age * site.config.clipTtlMs);
      const upload = { path, previewPath: null, userId: owner.id, signal: new AbortController().signal };
      const { clip } = await uploadClip(site.db, site, { upload, caption: image.caption, at });
      await addViews(site, clip.id, image, players);
    },
  );
}

async function addViews(
  site: Site,
  clipId: number,
  { by }: DemoImage,
  players: readonly ImageOwner[],
): Promise<void> {
  const random = createSeededRandom(`views:${clipId}`);
  const share = random.between(0.05, 0.15);
  for (const user of players) {
    if (user.username === VISITOR ? by !== SEEN_AUTHOR : !random.chance(share)) continue;
    await viewClip(site.db, site, { clipId, userId: user.id });
    if (user.username !== VISITOR && random.chance(0.4)) await toggleLike(site.db, site, { clipId, user });
  }
}
