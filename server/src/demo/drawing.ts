import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../platform/db/db.ts';
import { offerFact, readFact } from '../platform/db/site-settings.ts';
import type { Site } from '../platform/site.ts';
import { render } from './portrait.ts';
import { EVERYBODY } from './roster.ts';
import { type Scene, sceneSvg } from './scenes.ts';

export type Drawn = { by: string; scene: Scene; tall?: boolean };
/** Somebody of the cast, and how many pictures of the kind that is laid out they show already. */
export type Person = { id: number; username: string; shows: number };

const WIDE = { flat: 1200, tall: 810 };

/**
 * Lays pictures out in the demo world, once for each `marker`, in their order: draws each, hands `lay` its path and
 * whose it is, and deletes it. What is by somebody who is not there, or who shows as many already because an earlier
 * start was cut off in between, is left out.
 */
export async function layOut<D extends Drawn>(
  site: Site,
  { marker, table, pictures }: { marker: string; table: 'photos' | 'clips'; pictures: readonly D[] },
  lay: (made: { picture: D; number: number; path: string; owner: Person; people: Person[] }) => Promise<void>,
): Promise<void> {
  const { db } = site;
  if ((await readFact(db, marker)) !== undefined) return;
  const people = await peopleOf(site, table);
  const folder = await mkdtemp(path.join(tmpdir(), 'rivalhold-demo-'));
  try {
    for (const [number, picture] of pictures.entries()) {
      const owner = people.find(({ username }) => username === picture.by);
      if (!owner || owner.shows-- > 0) continue;
      const file = path.join(folder, `${number}.jpg`);
      await writeFile(file, await draw(picture, number));
      await lay({ picture, number, path: file, owner, people });
    }
    await offerFact(db, marker, '1');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function draw({ by, scene, tall = false }: Drawn, number: number): Promise<Buffer> {
  const clan = EVERYBODY.find(({ username }) => username === by)?.clan ?? 'unsworn';
  const svg = sceneSvg(`${by}:${number}${tall ? ':tall' : ''}`, scene, clan, { tall });
  return render(svg, tall ? WIDE.tall : WIDE.flat);
}

async function peopleOf(site: Site, table: 'photos' | 'clips'): Promise<Person[]> {
  return run(
    site.db,
    `select u.id, u.username, (select count(*)::integer from ${table} t where t.user_id = u.id) as shows
     from users u where u.username = any ($1::text[]) and u.deleted_at is null order by u.id`,
    [EVERYBODY.map(({ username }) => username)],
  );
}
