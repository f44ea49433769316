import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { upload } from '../features/attachments/testing.ts';
import { uploadClip } from '../features/clips/testing.ts';
import { createFullHistory } from '../features/deletion/testing.ts';
import { sendDirectMessage } from '../features/dms/testing.ts';
import { buildExport } from '../features/exports/service.ts';
import { unpack } from '../features/exports/testing.ts';
import { createThread, firstCategoryId } from '../features/forum/testing.ts';
import { FEATURES } from '../features/index.ts';
import { createStaff } from '../features/moderation/testing.ts';
import { addPhoto } from '../features/photos/testing.ts';
import { createReport, fileOf, report } from '../features/reports/testing.ts';
import { sql } from '../platform/db/db.ts';
import { deleteOrphanedFiles } from '../platform/files/stored-files.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../testing/app.ts';
import { createPng } from '../testing/images.ts';
import { query, queryValue, queryValues } from '../testing/queries.ts';
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
afterEach(() => void vi.restoreAllMocks());

const storedKeys = async (): Promise<string[]> => (await collectAll(app.site.files.keys())).sort();
const purge = (...args: string[]) => runSiteCommand(app.site, ['media', ...args]);
const personalPrefixes = FEATURES.flatMap(({ personalData }) =>
  Object.entries(personalData?.storage ?? {}).flatMap(([prefix, policy]) =>
    'notPersonal' in policy ? [] : [prefix],
  ),
);

type Made = { url: string; report(by: TestPlayer): Promise<number> };
/**
 * Functions by kind of file. Each uploads a file, and returns the URL of the file and a function that reports
 * it.
 */
const UPLOADS: Record<string, (owner: TestPlayer) => Promise<Made>> = {
  photo: async (owner) => {
    const { id, imageUrl } = await addPhoto(owner);
    return { url: imageUrl, report: (by) => createReport(by, 'photo', id) };
  },
  clip: async (owner) => {
    const { id, url } = await uploadClip(owner);
    return { url, report: (by) => createReport(by, 'clip', id) };
  },
  avatar: async (owner) => {
    const form = [['avatar', await createPng()]] as const;
    const { body } = await owner.call('POST /api/upload/avatar', { form: [...form] });
    return { url: body.avatarUrl, report: (by) => createReport(by, 'profile', owner.id) };
  },
  attachment: async (owner) => {
    const { attachment } = (await upload(owner, await createPng())).body;
    const { message } = await sendDirectMessage(await owner.socket(), owner, friend, null, {
      attachmentIds: [attachment.id],
    });
    return { url: attachment.url, report: (by) => createReport(by, 'message', message.id) };
  },
};

describe('purging the files of a player', () => {
  it('is implemented by exactly the features that store files', () => {
    for (const { name, personalData } of FEATURES)
      expect([name, personalData?.purgeFiles !== undefined]).toEqual([
        name,
        personalData?.storage !== undefined,
      ]);
  });

  it('deletes all of the player’s files, and no files of other players', async () => {
    const player = await app.player();
    for (const makeFile of Object.values(UPLOADS)) await makeFile(player);
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
    // `createFullHistory` created files of the target and of the friend. Only the friend's files remain.
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

/** Build a data export, and return its state and URL. */
async function buildExportOf(owner: TestPlayer): Promise<{ state: string; url: string | null }> {
  await owner.call('POST /api/users/me/export', { body: { password: PASSWORD } });
  return waitFor(async () => {
    const { body } = await owner.call('GET /api/users/me/export');
    expect(body.state).toBe('ready');
    return body;
  });
}
const stateOfExport = async (owner: TestPlayer) => (await owner.call('GET /api/users/me/export')).body.state;

describe('purging one file with its copies', () => {
  it.each(
    Object.keys(UPLOADS).flatMap((kind) => [
      [kind, 'its address'],
      [kind, 'the address of a copy'],
    ]),
  )('deletes the copies of the %s in reports and in data exports, when given %s', async (kind, by) => {
    const owner = await app.player();
    const kept = await addPhoto(owner);
    const keptReport = await createReport(friend, 'photo', kept.id);
    const before = await storedKeys();
    const made = await UPLOADS[kind]?.(owner);
    if (!made) throw new Error(kind);
    const reportId = await made.report(friend);
    const { media } = (await fileOf(admin, reportId)).body.report.copy;
    const copy = media[0]?.url ?? '';
    expect((await admin.fetch(copy)).status).toBe(200);
    const { url } = await buildExportOf(owner);
    const { result } = await purge('purge-file', by === 'its address' ? made.url : copy, 'illegal');
    expect(result).toMatchObject({ items: 3, features: { reports: 1, exports: 1 }, filesLeft: 0 });
    for (const [viewer, address] of [
      [owner, made.url],
      [admin, copy],
      [owner, url ?? ''],
    ] as const)
      expect((await viewer.fetch(address)).status).toBe(404);
    expect(await storedKeys()).toEqual(before);
    expect(await stateOfExport(owner)).toBe('none');
    const shown = await fileOf(admin, reportId);
    expect([shown.status, shown.body.report.copy.media]).toEqual([200, []]);
    expect((await fileOf(admin, keptReport)).body.report.copy.media).toHaveLength(1);
    for (const viewer of [owner, friend])
      for (const path of [
        `/profiles/${owner.id}`,
        `/api/photos/user/${owner.id}`,
        `/api/dms/${viewer === owner ? friend.id : owner.id}`,
        '/api/clips/feed',
        '/api/feed',
        '/api/dashboard',
      ])
        expect([path, (await viewer.fetch(path)).status]).toEqual([path, 200]);
    await expect(purge('purge-file', made.url, 'illegal')).rejects.toThrow('There is no file');
  });

  it('deletes the copy of a photo that staff have deleted and restored', async () => {
    const owner = await app.player();
    const photo = await addPhoto(owner);
    const reportId = await createReport(friend, 'photo', photo.id);
    expect((await admin.call('DELETE /api/photos/{id}', { params: { id: photo.id } })).status).toBe(200);
    const { body } = await admin.call('GET /api/admin/audit', { query: { kind: 'photo.delete', limit: 1 } });
    const restored = await admin.call('POST /api/admin/audit/{id}/restore', {
      params: { id: body.items[0]?.id ?? 0 },
    });
    expect(restored.status).toBe(200);
    const gallery = await owner.call('GET /api/photos/user/{userId}', { params: { userId: owner.id } });
    const { imageUrl } = gallery.body.photos[0] as { imageUrl: string };
    expect(imageUrl).not.toBe(photo.imageUrl);
    await purge('purge-file', imageUrl, 'illegal');
    expect((await fileOf(admin, reportId)).body.report.copy.media).toEqual([]);
  });

  it.each(['its address', 'the address of a copy', 'its key'])(
    'deletes a clip that staff have removed, and its copies, when given %s',
    async (by) => {
      const owner = await app.player();
      const before = await storedKeys();
      const clip = await uploadClip(owner);
      const key = await queryValue<string>(
        app.site.db,
        sql`select file_key from clips where id = ${clip.id}`,
      );
      const reportId = await createReport(friend, 'clip', clip.id);
      const media = async () => (await fileOf(admin, reportId)).body.report.copy.media;
      expect((await admin.call('DELETE /api/clips/{id}', { params: { id: clip.id } })).status).toBe(200);
      const { body } = await admin.call('GET /api/admin/audit', { query: { kind: 'clip.delete', limit: 1 } });
      await buildExportOf(owner);
      const addresses: Record<string, string> = {
        'its address': clip.url,
        'the address of a copy': (await media())[0]?.url ?? '',
        'its key': key,
      };
      const { result } = await purge('purge-file', addresses[by] ?? '', 'illegal');
      expect(result).toMatchObject({ features: { removals: 1, reports: 1, exports: 1 }, filesLeft: 0 });
      expect(await media()).toEqual([]);
      expect(await storedKeys()).toEqual(before);
      const restored = await admin.call('POST /api/admin/audit/{id}/restore', {
        params: { id: body.items[0]?.id ?? 0 },
      });
      expect(restored.status).toBe(404);
    },
  );

  it('deletes the copy of an expired attachment when given the address of its thumbnail', async () => {
    const owner = await app.player();
    const made = await UPLOADS.attachment?.(owner);
    const reportId = (await made?.report(friend)) ?? 0;
    await query(
      app.site.db,
      sql`update attachments set file_key = null, thumb_key = null where owner_id = ${owner.id}`,
    );
    await purge('purge-file', `${made?.url}/thumb`, 'illegal');
    expect((await fileOf(admin, reportId)).body.report.copy.media).toEqual([]);
  });

  it('deletes the copies of a file that its owner has deleted', async () => {
    const owner = await app.player();
    const [reported, other] = [await addPhoto(owner), await addPhoto(owner)];
    const reportId = await createReport(friend, 'photo', reported.id);
    await buildExportOf(owner);
    for (const { id } of [reported, other])
      expect((await owner.call('DELETE /api/photos/{id}', { params: { id } })).status).toBe(200);
    expect((await purge('purge-file', reported.imageUrl, 'illegal')).result).toMatchObject({
      features: { reports: 1, exports: 1 },
    });
    expect((await fileOf(admin, reportId)).body.report.copy.media).toEqual([]);
    await query(
      app.site.db,
      sql`insert into data_exports (user_id, state, requested_at) values (${owner.id}, 'pending', now())`,
    );
    await expect(purge('purge-file', other.imageUrl, 'illegal')).rejects.toThrow(
      'The data export of its owner might have contained it, and was deleted.',
    );
    expect(await stateOfExport(owner)).toBe('none');
  });

  it.each(['purge-file', 'purge-player'])(
    '%s deletes the copies of a photo that another player shows in the forum',
    async (how) => {
      const [owner, author] = [await app.player(), await app.player()];
      const photo = await addPhoto(owner);
      const image = new URL(photo.imageUrl, app.url).href.replace('.webp', '.240.webp');
      const { postId } = await createThread(author, await firstCategoryId(author), { body: image });
      const reportId = await createReport(friend, 'forumPost', postId);
      const media = async () => (await fileOf(admin, reportId)).body.report.copy.media;
      expect(await media()).toMatchObject([{ url: expect.stringMatching(/^\/media\/reports\/\d+$/) }]);
      await purge(how, how === 'purge-file' ? photo.imageUrl : owner.username, 'illegal');
      expect(await media()).toEqual([]);
    },
  );

  it('deletes the data export of the photo’s owner, but not that of a player who showed the photo', async () => {
    const [owner, author] = [await app.player(), await app.player()];
    const photo = await addPhoto(owner);
    const image = new URL(photo.imageUrl, app.url).href;
    const { postId } = await createThread(author, await firstCategoryId(author), { body: image });
    const reportId = await createReport(friend, 'forumPost', postId);
    const copy = (await fileOf(admin, reportId)).body.report.copy.media[0]?.url ?? '';
    for (const player of [owner, author]) await buildExportOf(player);
    // Once the photo is deleted, only the column `source` in the row of the report's copy shows who owned the photo.
    await owner.call('DELETE /api/photos/{id}', { params: { id: photo.id } });
    expect((await purge('purge-file', copy, 'illegal')).result).toMatchObject({
      features: { reports: 1, exports: 1 },
    });
    expect([await stateOfExport(owner), await stateOfExport(author)]).toEqual(['none', 'ready']);
  });

  it('discards a data export that is being built', async () => {
    const owner = await app.player();
    const [photo, kept] = [await addPhoto(owner), await addPhoto(owner)];
    const id = await queryValue<number>(
      app.site.db,
      sql`insert into data_exports (user_id, state, requested_at)
          values (${owner.id}, 'pending', ${app.clock.now()}) returning id`,
    );
    const getStream = app.site.files.getStream.bind(app.site.files);
    vi.spyOn(app.site.files, 'getStream').mockImplementationOnce(async (key) => {
      const content = await getStream(key);
      await once(content, 'open');
      await purge('purge-file', photo.imageUrl, 'illegal');
      return content;
    });
    await expect(buildExport(app.site.db, app.site, id)).rejects.toMatchObject({ code: 'conflict' });
    vi.restoreAllMocks();
    expect((await storedKeys()).filter((key) => key.startsWith(`exports/${owner.id}-`))).toEqual([]);
    expect(await stateOfExport(owner)).toBe('none');
    const { url } = await buildExportOf(owner);
    const archive = await unpack(Buffer.from(await (await owner.fetch(url ?? '')).arrayBuffer()));
    expect([...archive.keys()].filter((name) => name.startsWith('photos/'))).toEqual([
      `photos/${kept.id}.webp`,
    ]);
  });

  it.each([
    ['purge-file', 'photo'],
    ['purge-player', 'photo'],
    ['purge-file', 'forumPost'],
    ['purge-player', 'forumPost'],
  ] as const)(
    '%s leaves no copy of a photo in a %s report that is made during the purge',
    async (how, kind) => {
      const owner = await app.player();
      const author = kind === 'photo' ? owner : await app.player();
      const photo = await addPhoto(owner);
      const image = new URL(photo.imageUrl, app.url).href;
      const id =
        kind === 'photo'
          ? photo.id
          : (await createThread(author, await firstCategoryId(author), { body: image })).postId;
      const copy = app.site.files.copy.bind(app.site.files);
      vi.spyOn(app.site.files, 'copy').mockImplementationOnce(async (from, to) => {
        await copy(from, to);
        await purge(how, how === 'purge-file' ? photo.imageUrl : owner.username, 'illegal');
      });
      expect((await report(friend, kind, id)).status).toBe(kind === 'photo' ? 404 : 409);
      vi.restoreAllMocks();
      await deleteOrphanedFiles(app.site.db, app.site);
      const left = await query(
        app.site.db,
        sql`select file_key from report_media where report_id in
            (select id from reports where reported_id = ${author.id})`,
      );
      expect(left).toEqual([]);
      expect((await report(friend, kind, id)).status).toBe(kind === 'photo' ? 404 : 201);
    },
  );

  it.each(['purge-file', 'purge-player'])(
    '%s fails if some files cannot be deleted, and lists these files',
    async (how) => {
      const owner = await app.player();
      const photo = await addPhoto(owner);
      const reportId = await createReport(friend, 'photo', photo.id);
      const [copy] = await queryValues<string>(
        app.site.db,
        sql`select file_key from report_media where report_id = ${reportId}`,
      );
      const args = [how, how === 'purge-file' ? photo.imageUrl : owner.username, 'illegal'];
      vi.spyOn(app.site.files, 'delete').mockRejectedValue(new Error('The disk is read-only'));
      const full = photo.imageUrl.replace('/media/', '');
      const undeletedFiles = [
        ...['.240.webp', '.480.webp', '.webp'].map((end) => full.replace('.webp', end)),
        copy,
      ];
      const error = await purge(...args).then(
        () => null,
        (reason: Error) => reason,
      );
      expect(error).toMatchObject({
        code: 'unavailable',
        result: { items: 2, filesLeft: 4, undeletedFiles },
      });
      for (const key of undeletedFiles) expect(error?.message).toContain(`\n  ${key}\n`);
      if (how === 'purge-player')
        await expect(purge(...args)).rejects.toMatchObject({
          result: { items: 0, undeletedFiles: undeletedFiles.slice(0, 3), otherUndeletedFiles: [copy] },
        });
      vi.restoreAllMocks();
      const { result } = await purge(...args);
      expect(result).toMatchObject({ filesLeft: 0, undeletedFiles: [], otherUndeletedFiles: [] });
      expect(Object.keys((error as unknown as { result: object }).result)).toEqual(Object.keys(result));
      expect((await storedKeys()).filter((key) => undeletedFiles.includes(key))).toEqual([]);
    },
  );

  it.each(['purge-file', 'purge-player'])(
    '%s succeeds even if an orphaned file of another player remains',
    async (how) => {
      const owner = await app.player();
      const photo = await addPhoto(owner);
      const stuck = `photos/${friend.id}-stuck.webp`;
      await query(
        app.site.db,
        sql`insert into orphaned_files (key, delete_after) values (${stuck}, ${app.clock.now()})`,
      );
      const remove = app.site.files.delete.bind(app.site.files);
      vi.spyOn(app.site.files, 'delete').mockImplementation((key) =>
        key === stuck ? Promise.reject(new Error('Permission denied')) : remove(key),
      );
      const { text, result } = await purge(
        how,
        how === 'purge-file' ? photo.imageUrl : owner.username,
        'illegal',
      );
      expect(result).toMatchObject({ items: 1, filesLeft: 0, otherUndeletedFiles: [stuck] });
      expect(text).toContain(`but have not been deleted yet:\n  ${stuck}`);
      vi.restoreAllMocks();
      await deleteOrphanedFiles(app.site.db, app.site);
    },
  );
});

describe('purging one file', () => {
  it.each(['the small size of a photo', 'the key of a photo'])(
    'deletes all sizes of a photo when given %s',
    async (by) => {
      const player = await app.player();
      const [photo, other] = [await addPhoto(player), await addPhoto(player)];
      const url = new URL(photo.imageUrl, app.url).href;
      const address = by.startsWith('the small')
        ? url.replace('.webp', '.240.webp')
        : photo.imageUrl.replace('/media/', '');
      const before = await storedKeys();
      expect((await purge('purge-file', address, 'illegal')).result).toMatchObject({
        items: 1,
        filesLeft: 0,
      });
      expect(before.length - (await storedKeys()).length).toBe(3);
      expect((await fetch(url)).status).toBe(404);
      expect((await fetch(new URL(other.imageUrl, app.url))).status).toBe(200);
      await expect(purge('purge-file', address, 'illegal')).rejects.toThrow('There is no file photos/');
    },
  );

  it('deletes a clip and an attachment when given their addresses', async () => {
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

  it('deletes an unreferenced file only inside the file store', async () => {
    const sizes = ['photos/lost.webp', 'photos/lost.240.webp', 'photos/lost.480.webp'];
    for (const key of sizes) await app.site.files.put(key, 'lost');
    expect((await purge('purge-file', 'photos/lost.240.webp', 'lost')).text).toBe(
      'Purged 1 item (unreferenced: 1).',
    );
    for (const key of sizes) expect(await app.site.files.exists(key)).toBe(false);
    for (const wrong of ['../format.json', '/etc/passwd', 'photos', 'clips/999999'])
      await expect(purge('purge-file', wrong, 'illegal')).rejects.toThrow(/There is no file/);
    for (const malformed of ['photos/100%.webp', `${app.url}/media/photos/%E0%A4.webp`])
      await expect(purge('purge-file', malformed, 'illegal')).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining(`The address ${malformed} is malformed`),
      });
  });
});
