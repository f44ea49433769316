import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toggleLike, uploadPhoto } from '../features/photos/service.ts';
import { manualClock } from '../platform/clock.ts';
import { run } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { render } from './portrait.ts';
import { EVERYBODY } from './roster.ts';
import { type Scene, sceneSvg } from './scenes.ts';
import { seeded } from './seeded.ts';

const MARKER = 'demo_pictures';
const WIDE = 1200;
const APART_MS = 17 * 3_600_000;

/** Who shows what, the oldest first. */
const PICTURES: readonly { by: string; scene: Scene; caption: string }[] = [
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
export async function makeDemoPictures(site: Site): Promise<void> {
  const { db } = site;
  if ((await run(db, 'select 1 from site_facts where name = $1', [MARKER])).length > 0) return;
  const people = await peopleOf(site);
  const folder = await mkdtemp(path.join(tmpdir(), 'rivalhold-demo-'));
  try {
    for (const [number, picture] of PICTURES.entries()) {
      const owner = people.find(({ username }) => username === picture.by);
      // An earlier start may have been cut off in between.
      if (!owner || owner.photos-- > 0) continue;
      const at = site.clock.now().getTime() - (PICTURES.length - number) * APART_MS;
      const past = { ...site, clock: manualClock(new Date(at)) };
      const file = path.join(folder, `${number}.jpg`);
      await writeFile(file, await render(sceneOf(picture, number), WIDE, 'jpeg'));
      const { id } = await uploadPhoto(db, past, {
        upload: { path: file, userId: owner.id, isWanted: () => true },
        caption: picture.caption,
      });
      await like(site, id, people);
    }
    await run(db, 'insert into site_facts (name, value) values ($1, $2) on conflict do nothing', [
      MARKER,
      '1',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sceneOf({ by, scene }: (typeof PICTURES)[number], number: number): string {
  const clan = EVERYBODY.find(({ username }) => username === by)?.clan ?? 'unsworn';
  return sceneSvg(`${by}:${number}`, scene, clan);
}

type Person = { id: number; username: string; photos: number };

async function peopleOf(site: Site): Promise<Person[]> {
  return run(
    site.db,
    `select u.id, u.username, (select count(*)::integer from photos p where p.user_id = u.id) as photos
     from users u where u.username = any ($1::text[]) and u.deleted_at is null order by u.id`,
    [EVERYBODY.map(({ username }) => username)],
  );
}

async function like(site: Site, photoId: number, people: readonly Person[]): Promise<void> {
  const lot = seeded(`likes:${photoId}`);
  const share = lot.between(0.02, 0.15);
  for (const user of people) if (lot.chance(share)) await toggleLike(site.db, site, { user, photoId });
}
