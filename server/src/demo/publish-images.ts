import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Type, { type Static } from 'typebox';
import { column } from '../platform/db/columns.ts';
import { identifier, query, sql } from '../platform/db/db.ts';
import { readSetting, saveSettingIfMissing } from '../platform/db/site-settings.ts';
import { toJpeg } from '../platform/media/rasterize.ts';
import type { Site } from '../platform/site.ts';
import { type Scene, sceneSvg } from './landscapes.ts';
import { ALL_PLAYERS } from './roster.ts';

export type DemoImage = { by: string; scene: Scene; tall?: boolean };
/**
 * A player in the demo world. `shows` is the number of the player's images that an earlier start of the server has
 * already published. `publishImages` skips them.
 */
const ImageOwner = Type.Object({ id: column.integer, username: column.text, shows: column.integer });
export type ImageOwner = Static<typeof ImageOwner>;

const WIDE = { flat: 1200, tall: 810 };

/**
 * Publish images in the demo world in order, unless the setting `marker` shows that this was already done. Draw each
 * image to a temporary file, and pass the file and the owner of the image to `publish`. Skip images for players who
 * do not exist, and images that an interrupted start has already published.
 */
export async function publishImages<D extends DemoImage>(
  site: Site,
  { marker, table, images }: { marker: string; table: 'photos' | 'clips'; images: readonly D[] },
  publish: (made: {
    image: D;
    number: number;
    path: string;
    owner: ImageOwner;
    players: ImageOwner[];
  }) => Promise<void>,
): Promise<void> {
  const { db } = site;
  if ((await readSetting(db, marker)) !== undefined) return;
  const players = await findOwners(site, table);
  const folder = await mkdtemp(path.join(tmpdir(), 'rivalhold-demo-'));
  try {
    for (const [number, image] of images.entries()) {
      const owner = players.find(({ username }) => username === image.by);
      if (!owner || owner.shows-- > 0) continue;
      const file = path.join(folder, `${number}.jpg`);
      await writeFile(file, await toJpeg(imageSvg(image, number), image.tall ? WIDE.tall : WIDE.flat));
      await publish({ image, number, path: file, owner, players });
    }
    await saveSettingIfMissing(db, marker, '1');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Return the drawing of an image. `number` is the image's position in the list of all photos or all clips. */
export function imageSvg({ by, scene, tall = false }: DemoImage, number: number): string {
  const clan = ALL_PLAYERS.find(({ username }) => username === by)?.clan ?? 'unsworn';
  return sceneSvg(`${by}:${number}${tall ? ':tall' : ''}`, scene, clan, { tall });
}

async function findOwners(site: Site, table: 'photos' | 'clips'): Promise<ImageOwner[]> {
  const usernames = ALL_PLAYERS.map(({ username }) => username);
  return query(
    site.db,
    ImageOwner,
    sql`select u.id, u.username,
               (select count(*)::integer from ${identifier(table)} t where t.user_id = u.id) as shows
        from users u where u.username = any (${usernames}::text[]) and u.deleted_at is null order by u.id`,
  );
}
