import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { toggleLike, uploadPhoto } from '../features/photos/service.ts';
import type { Site } from '../platform/site.ts';
import { GALLERY_IMAGES } from './content/images.ts';
import { type ImageOwner, publishImages } from './publish-images.ts';
import { DEMO_SETTINGS } from './settings.ts';

const INTERVAL_MS = 17 * 3_600_000;

/**
 * Add drawn landscapes with likes to the galleries in the demo world, unless they have already been added. Images for
 * players who do not exist are left out.
 */
export async function createDemoGallery(site: Site): Promise<void> {
  await publishImages(
    site,
    { marker: DEMO_SETTINGS.gallery, table: 'photos', images: GALLERY_IMAGES },
    async ({ image, number, path, owner, players }) => {
      const at = new Date(site.clock.now().getTime() - (GALLERY_IMAGES.length - number) * INTERVAL_MS);
      const upload = { path, userId: owner.id, signal: new AbortController().signal };
      const { id } = await uploadPhoto(site.db, site, { upload, caption: image.caption, at });
      await addLikes(
        site,
        id,
        players.filter(({ id: userId }) => userId !== owner.id),
      );
    },
  );
}

async function addLikes(site: Site, photoId: number, players: readonly ImageOwner[]): Promise<void> {
  const random = createSeededRandom(`likes:${photoId}`);
  const share = random.between(0.02, 0.15);
  for (const user of players) if (random.chance(share)) await toggleLike(site.db, site, { user, photoId });
}
