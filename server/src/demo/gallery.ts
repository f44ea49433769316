import { toggleLike, uploadPhoto } from '../features/photos/service.ts';
import type { Site } from '../platform/site.ts';
import { type DemoImage, type ImageOwner, publishImages } from './publish-images.ts';
import { createSeededRandom } from './seeded-random.ts';

const INTERVAL_MS = 17 * 3_600_000;

/** Who shows what, the oldest first. */
const GALLERY_IMAGES: readonly (DemoImage & { caption: string })[] = [
  {
    by: 'kettlewick',
    scene: 'keep',
    caption: 'The kitchen is the third window from the left. It is always lit.',
  },
  { by: 'kettlewick', scene: 'ridges', caption: 'Where the good herbs grow' },
  { by: 'moonmilk', scene: 'forest', caption: 'howling practice, before the others came' },
  { by: 'moonmilk', scene: 'ridges', caption: '' },
  { by: 'WillowWren', scene: 'forest', caption: 'First frost in the Thornwood' },
  { by: 'Squall', scene: 'sea', caption: 'Calm. Suspiciously calm.' },
  { by: 'Squall', scene: 'sea', caption: 'An hour later we lost a hat to the wind.' },
  { by: 'Corvina_Nightquill', scene: 'keep', caption: 'Ravenspire, from the long stairs' },
  { by: 'Aurelio_Vane', scene: 'ridges', caption: 'The barrows at dusk' },
  { by: 'demo_player', scene: 'keep', caption: 'First evening in the hold' },
  { by: 'demo_player', scene: 'forest', caption: 'Took the long way to the ring' },
  { by: 'demo_player', scene: 'sea', caption: 'Squall says this is good weather' },
  { by: 'demo_player', scene: 'ridges', caption: '' },
];

/** Lays invented landscapes into galleries of the demo world, once; those who are not there show none. */
export async function createDemoGallery(site: Site): Promise<void> {
  await publishImages(
    site,
    { marker: 'demo_pictures', table: 'photos', pictures: GALLERY_IMAGES },
    async ({ picture, number, path, owner, people }) => {
      const at = new Date(site.clock.now().getTime() - (GALLERY_IMAGES.length - number) * INTERVAL_MS);
      const upload = { path, userId: owner.id, isStillWanted: () => true };
      const { id } = await uploadPhoto(site.db, site, { upload, caption: picture.caption, at });
      await addLikes(
        site,
        id,
        people.filter(({ id: userId }) => userId !== owner.id),
      );
    },
  );
}

async function addLikes(site: Site, photoId: number, people: readonly ImageOwner[]): Promise<void> {
  const lot = createSeededRandom(`likes:${photoId}`);
  const share = lot.between(0.02, 0.15);
  for (const user of people) if (lot.chance(share)) await toggleLike(site.db, site, { user, photoId });
}
