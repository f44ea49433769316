import { toggleLike, uploadClip, viewClip } from '../features/clips/service.ts';
import type { Site } from '../platform/site.ts';
import { type DemoImage, type ImageOwner, publishImages } from './publish-images.ts';
import { createSeededRandom } from './seeded-random.ts';

const VISITOR = 'demo_player';
/** Whose clips the visitor's player has seen. */
const SEEN_AUTHORS = 'Squall';

/** Who shows what, the oldest first; how old it is, as a part of a clip's lifetime. */
const CLIPS: readonly (DemoImage & { age: number; caption: string })[] = [
  { by: 'Squall', scene: 'sea', age: 0.55, caption: 'Wind from the west. Hats on.' },
  { by: 'Squall', scene: 'sea', age: 0.52, caption: 'Hats off. The wind has them.' },
  { by: 'Corvina_Nightquill', scene: 'keep', age: 0.4, caption: 'Nobody looks up. I do.' },
  { by: 'moonmilk', scene: 'forest', age: 0.3, caption: 'somebody was here before me. i can smell soup' },
  { by: 'Ysolde_Greymane', scene: 'ridges', age: 0.2, caption: 'The pups are up there already.' },
  { by: 'kettlewick', scene: 'keep', age: 0.12, caption: 'Pot is on. Follow the smoke.' },
  {
    by: 'kettlewick',
    scene: 'ridges',
    age: 0.05,
    caption: 'Herbs for tomorrow. No, you cannot have my spot.',
  },
];

/** Adds invented clips to the demo world, once, which some of its people have seen; those who are not there add none. */
export async function createDemoClips(site: Site): Promise<void> {
  const pictures = CLIPS.map((clip) => ({ ...clip, tall: true }));
  await publishImages(
    site,
    { marker: 'demo_clips', table: 'clips', pictures },
    async ({ picture, path, owner, people }) => {
      const at = new Date(site.clock.now().getTime() - picture.age * site.config.clipTtlMs);
      const upload = { path, previewPath: null, userId: owner.id, isStillWanted: () => true };
      const { id } = await uploadClip(site.db, site, { upload, caption: picture.caption, at });
      await addViews(site, id, picture, people);
    },
  );
}

async function addViews(
  site: Site,
  clipId: number,
  { by }: DemoImage,
  people: readonly ImageOwner[],
): Promise<void> {
  const lot = createSeededRandom(`views:${clipId}`);
  const share = lot.between(0.05, 0.15);
  for (const user of people) {
    if (user.username === VISITOR ? by !== SEEN_AUTHORS : !lot.chance(share)) continue;
    await viewClip(site.db, site, { clipId, userId: user.id });
    if (user.username !== VISITOR && lot.chance(0.4)) await toggleLike(site.db, site, { clipId, user });
  }
}
