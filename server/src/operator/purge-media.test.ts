import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { upload } from '../features/attachments/testing.ts';
import { createPng, uploadClip } from '../features/clips/testing.ts';
import { createFullHistory } from '../features/deletion/testing.ts';
import { FEATURES } from '../features/index.ts';
import { createStaff } from '../features/moderation/testing.ts';
import { addPhoto } from '../features/photos/testing.ts';
import { createReport } from '../features/reports/testing.ts';
import { query, sql } from '../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../testing/app.ts';
import { collectAll } from '../testing/statements.ts';
import { FILLS } from '../tests/cases.ts';
import { runSiteCommand } from './site-commands.ts';

const app = useTestApp();
let admin: TestPlayer;
let friend: TestPlayer;
beforeAll(async () => {
  admin = await createStaff(app, 'admin');
  friend = await app.player();
});

const storedKeys = async (): Promise<string[]> => (await collectAll(app.site.files.keys())).sort();
const purge = (...args: string[]) => runSiteCommand(app.site, ['media', ...args]);
const personalPrefixes = FEATURES.flatMap(({ personalData }) =>
  Object.entries(personalData?.storage ?? {}).flatMap(([prefix, policy]) =>
    'notPersonal' in policy ? [] : [prefix],
  ),
);

describe('purging the files of a player', () => {
  it('is possible in every feature that stores files', () => {
    for (const { name, personalData } of FEATURES)
      expect([name, personalData?.purgeFiles !== undefined]).toEqual([
        name,
        personalData?.storage !== undefined,
      ]);
  });

  it('deletes every file of every kind, and no file of others', async () => {
    const player = await app.player();
    await createFullHistory(app, player, friend);
    await addPhoto(friend);
    const others = await storedKeys();
    const target = await app.player();
    await createFullHistory(app, target, friend);
    for (const fill of FILLS) await fill({ app, owner: target, otherPlayer: friend });
    // The report gets a copy of the photo.
    await createReport(friend, 'photo', (await addPhoto(target)).id);
    const made = (await storedKeys()).filter((key) => !others.includes(key));
    const prefixes = new Set(made.map((key) => key.replace(/\/.*/s, '/')));
    expect([...prefixes].filter((prefix) => prefix !== 'outside/').sort()).toEqual(personalPrefixes.sort());
    const both = await Promise.all([
      purge('purge-player', target.username, 'illegal', 'pictures'),
      purge('purge-player', target.username, 'illegal', 'pictures'),
    ]);
    expect(both.map(({ result }) => result)).toMatchObject([{ filesLeft: 0 }, { filesLeft: 0 }]);
    const { body } = await admin.call('GET /api/admin/audit', {
      query: { target: String(target.id), kind: 'media.purge' },
    });
    expect(body.items).toMatchObject([
      { actorId: null, reason: 'illegal pictures', subject: 'all files' },
      { actorId: null, reason: 'illegal pictures', subject: 'all files' },
    ]);
    // The files that the second history has created for the friend remain.
    const left = (await storedKeys()).filter((key) => made.includes(key));
    expect(left.filter((key) => key.includes(`/${target.id}-`))).toEqual([]);
    const owners = await query<{ owner: number }>(
      app.site.db,
      sql`select user_id as owner from photos where user_id = ${target.id}
          union all select user_id from clips where user_id = ${target.id}
          union all select owner_id from attachments where owner_id = ${target.id} and file_key is not null
          union all select user_id from data_exports where user_id = ${target.id}
          union all select r.owner_id from removals r join removed_files f on f.removal_id = r.id
            where r.owner_id = ${target.id}
          union all select r.reported_id from reports r join report_media m on m.report_id = r.id
            where r.reported_id = ${target.id} and m.file_key is not null`,
    );
    expect(owners).toEqual([]);
    const avatar = await query(
      app.site.db,
      sql`select 1 from users where id = ${target.id} and avatar_url is not null`,
    );
    expect(avatar).toEqual([]);
    const byFriend = await query<{ key: string }>(
      app.site.db,
      sql`select file_key as key from photos union all select file_key from clips
          union all select file_key from attachments where file_key is not null`,
    );
    for (const { key } of byFriend) expect(await app.site.files.exists(key)).toBe(true);
    expect(others.filter((key) => !left.includes(key) && !key.startsWith('outside/'))).not.toEqual([]);
    expect((await storedKeys()).filter((key) => others.includes(key))).toEqual(others);
  });
});

describe('purging one file', () => {
  it.each(['the small size of a photo', 'the key of a photo'])('deletes %s in all sizes', async (by) => {
    const player = await app.player();
    const [photo, other] = [await addPhoto(player), await addPhoto(player)];
    const url = new URL(photo.imageUrl, app.url).href;
    const address = by.startsWith('the small')
      ? url.replace('.webp', '.240.webp')
      : photo.imageUrl.replace('/media/', '');
    const before = await storedKeys();
    expect((await purge('purge-file', address, 'illegal')).result).toMatchObject({ items: 1, filesLeft: 0 });
    expect(before.length - (await storedKeys()).length).toBe(3);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(new URL(other.imageUrl, app.url))).status).toBe(200);
    await expect(purge('purge-file', address, 'illegal')).rejects.toThrow('There is no file photos/');
  });

  it('deletes a clip and an attachment by their addresses', async () => {
    const player = await app.player();
    const clip = await uploadClip(player);
    const { attachment } = (await upload(player, await createPng())).body;
    for (const address of [
      `${app.url}/media/clips/${clip.id}`,
      `/media/attachments/${attachment.id}/thumb`,
    ]) {
      const before = await storedKeys();
      expect((await purge('purge-file', address, 'illegal')).result).toMatchObject({
        items: 1,
        filesLeft: 0,
      });
      await waitFor(async () => expect((await storedKeys()).length).toBeLessThan(before.length));
    }
    const left = await query(
      app.site.db,
      sql`select id from clips where id = ${clip.id}
          union all select id from attachments where id = ${attachment.id}`,
    );
    expect(left).toEqual([]);
  });

  it('deletes a file to which nothing refers, and only inside the file store', async () => {
    await app.site.files.put('photos/lost.webp', 'lost');
    expect((await purge('purge-file', 'photos/lost.webp', 'lost')).text).toBe('Purged 1 item.');
    expect(await app.site.files.exists('photos/lost.webp')).toBe(false);
    for (const wrong of ['../format.json', '/etc/passwd', 'photos', 'clips/999999'])
      await expect(purge('purge-file', wrong, 'illegal')).rejects.toThrow(/There is no file/);
  });
});
