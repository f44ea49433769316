import { LIMITS } from '@rivalhold/shared/limits.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { addGif, deleteAttachments, purgeAttachments } from './service.ts';
import { attachmentsOf, listFiles, send, upload } from './testing.ts';

const app = useTestApp();
let png: Buffer;
let owner: TestPlayer;
let receiver: TestPlayer;
let messageId = 0;
beforeAll(async () => {
  png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a3541c' } })
    .png()
    .toBuffer();
  [owner, receiver] = await Promise.all([app.player(), app.player()]);
});
beforeEach(async () => {
  messageId++;
  app.clock.advance(2 * LIMITS.dm.unsentMs);
  await purgeAttachments(app.site.db, app.site);
  await waitFor(async () => expect(await loose()).toEqual([]));
});

const loose = () => query(app.site.db, sql`select key from orphaned_files`);
async function add(player: TestPlayer, temporary = false): Promise<number> {
  const { status, body } = await upload(player, png, { fields: { temporary: String(temporary) } });
  expect(status).toBe(201);
  return body.attachment.id;
}
const statusOf = async (id: number, player = receiver) =>
  (await player.fetch(`/media/attachments/${id}`)).status;
const refused = (ids: number[], from = owner) =>
  expect(send(app, from, receiver, { ids, messageId })).rejects.toMatchObject({ code: 'invalid' });

describe('claiming uploads for a message', () => {
  it('keeps the given order of the uploads', async () => {
    const [a, b, c] = [await add(owner), await add(owner), await add(owner)];
    await send(app, owner, receiver, { ids: [c, a, b], messageId });
    expect((await attachmentsOf(app, messageId)).map(({ id }) => id)).toEqual([c, a, b]);
    expect(await statusOf(b)).toBe(200);
  });

  it('rejects all uploads if one of them cannot be sent', async () => {
    const [mine, theirs] = [await add(owner), await add(receiver)];
    await refused([mine, theirs]);
    await refused([theirs]);
    await refused([mine, mine]);
    await refused([mine, 999_999]);
    await refused(Array.from({ length: 11 }, (_, index) => mine + index));
    await send(app, owner, receiver, { ids: [mine], messageId });
    await refused([mine]);
    await refused([mine], receiver);
    const old = await add(owner);
    app.clock.advance(LIMITS.dm.unsentMs);
    await refused([old]);
    expect(await statusOf(old, owner)).toBe(404);
    expect((await attachmentsOf(app, messageId)).map(({ id }) => id)).toEqual([mine]);
  });

  it('succeeds for only one of two messages that claim the same upload concurrently', async () => {
    const id = await add(owner);
    const results = await Promise.allSettled(
      [0, 1].map((more) => send(app, owner, receiver, { ids: [id], messageId: messageId + more * 1_000 })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a GIF from the GIF provider', () => {
  const gif = { url: 'https://media1.giphy.com/media/x/giphy.gif', id: 'x', width: 200, height: 100 };

  it('is added after the other attachments of a message', async () => {
    const id = await add(owner);
    await send(app, owner, receiver, { ids: [id], messageId });
    const about = { ownerId: owner.id, receiverId: receiver.id, messageId };
    await transaction(app.site.db, (tx) => addGif(tx, app.site, { ...about, gif }));
    expect(await attachmentsOf(app, messageId)).toMatchObject([
      { id, kind: 'image' },
      {
        kind: 'gif',
        url: gif.url,
        provider: 'giphy',
        providerId: 'x',
        width: 200,
        height: 100,
        thumbUrl: null,
      },
    ]);
  });

  it('is rejected unless its URL is an HTTPS URL of the provider', async () => {
    const about = { ownerId: owner.id, receiverId: receiver.id, messageId };
    for (const url of ['https://evil.test/giphy.gif', 'http://media1.giphy.com/x.gif', 'javascript:alert(1)'])
      await expect(
        transaction(app.site.db, (tx) => addGif(tx, app.site, { ...about, gif: { ...gif, url } })),
      ).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a temporary attachment', () => {
  it('expires exactly 24 h after it is sent', async () => {
    const before = listFiles(app);
    const [kept, temporary] = [await add(owner), await add(owner, true)];
    app.clock.advance(LIMITS.dm.unsentMs - 1);
    await send(app, owner, receiver, { ids: [kept, temporary], messageId });
    const expiresAt = new Date(app.clock.now().getTime() + LIMITS.dm.temporaryMs).toISOString();
    app.clock.advance(LIMITS.dm.temporaryMs - 1);
    expect(await attachmentsOf(app, messageId)).toMatchObject([
      { temporary: false, expiresAt: null, expired: false },
      { temporary: true, expiresAt, expired: false, url: `/media/attachments/${temporary}` },
    ]);
    await purgeAttachments(app.site.db, app.site);
    expect(await statusOf(temporary)).toBe(200);

    app.clock.advance(1);
    const gone = { id: temporary, kind: 'image', expiresAt, expired: true, url: '', thumbUrl: null };
    expect(await attachmentsOf(app, messageId)).toMatchObject([{ expired: false }, gone]);
    expect([await statusOf(temporary), await statusOf(temporary, owner), await statusOf(kept)]).toEqual([
      404, 404, 200,
    ]);
    await purgeAttachments(app.site.db, app.site);
    await waitFor(() => expect(listFiles(app)).toHaveLength(before.length + 2));
    expect(await attachmentsOf(app, messageId)).toMatchObject([{ expired: false }, gone]);
    expect([await statusOf(temporary), await statusOf(kept)]).toEqual([404, 200]);
  });
});

describe('attachment files', () => {
  it('are deleted 24 h after the upload if they are not sent', async () => {
    const before = listFiles(app);
    const id = await add(owner);
    app.clock.advance(LIMITS.dm.unsentMs - 1);
    await purgeAttachments(app.site.db, app.site);
    expect(await statusOf(id, owner)).toBe(200);
    app.clock.advance(1);
    expect(await statusOf(id, owner)).toBe(404);
    await purgeAttachments(app.site.db, app.site);
    await waitFor(() => expect(listFiles(app)).toEqual(before));
  });

  it('are deleted with their message', async () => {
    const before = listFiles(app);
    const id = await add(owner);
    await send(app, owner, receiver, { ids: [id], messageId });
    await transaction(app.site.db, (tx) => deleteAttachments(tx, app.site, [messageId]));
    expect([await statusOf(id), await attachmentsOf(app, messageId)]).toEqual([404, []]);
    await waitFor(() => expect(listFiles(app)).toEqual(before));
  });

  it('are kept if the deletion of their message is rolled back', async () => {
    const id = await add(owner);
    await send(app, owner, receiver, { ids: [id], messageId });
    const fails = transaction(app.site.db, async (tx) => {
      await deleteAttachments(tx, app.site, [messageId]);
      throw new Error('rolled back');
    });
    await expect(fails).rejects.toThrow('rolled back');
    expect([await statusOf(id), await loose()]).toEqual([200, []]);
  });

  it('are deleted later if an attempt to delete them failed', async () => {
    const before = listFiles(app);
    const [first, second] = [await add(owner), await add(owner)];
    await send(app, owner, receiver, { ids: [first, second], messageId });
    const broken = vi.spyOn(app.site.files, 'delete').mockRejectedValue(new Error('away'));
    await transaction(app.site.db, (tx) => deleteAttachments(tx, app.site, [messageId]));
    await waitFor(() => expect(broken).toHaveBeenCalledTimes(4));
    await deleteOrphanedFiles(app.site.db, app.site);
    expect(listFiles(app)).toHaveLength(before.length + 4);
    broken.mockRestore();

    const stuck = listFiles(app).find((key) => !before.includes(key));
    const remove = app.site.files.delete.bind(app.site.files);
    const partly = vi.spyOn(app.site.files, 'delete');
    partly.mockImplementation((key) =>
      stuck?.endsWith(key) ? Promise.reject(new Error('away')) : remove(key),
    );
    await deleteOrphanedFiles(app.site.db, app.site);
    expect(await loose()).toHaveLength(1);
    partly.mockRestore();
    expect(await deleteOrphanedFiles(app.site.db, app.site)).toBe(1);
    expect([listFiles(app), await loose()]).toEqual([before, []]);
  });

  it('are deleted after an hour if a crash left them without an attachment', async () => {
    const before = listFiles(app);
    await app.site.files.put('attachments/left.webp', Buffer.from('x'));
    const due = new Date(app.clock.now().getTime() + 3_600_000);
    await query(
      app.site.db,
      sql`insert into orphaned_files (key, delete_after) values (${'attachments/left.webp'}, ${due})`,
    );
    expect(await deleteOrphanedFiles(app.site.db, app.site)).toBe(0);
    app.clock.advance(3_600_000);
    expect(await deleteOrphanedFiles(app.site.db, app.site)).toBe(1);
    expect([listFiles(app), await loose()]).toEqual([before, []]);
  });
});
