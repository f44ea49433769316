import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { createTestApp, nextEvent, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { query, queryOne } from '../../testing/queries.ts';
import { createVideo, listFiles } from '../attachments/testing.ts';
import { block, notificationsOf, unblock } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { purgeClips } from './service.ts';
import { clipsOf, likeClip, postForm, removeClip, rowsForClip, uploadClip, viewClip } from './testing.ts';

let app: TestApp;
let owner: TestPlayer;
let fan: TestPlayer;
beforeAll(async () => {
  // Clips in these tests expire after one and a half hours instead of a day.
  app = await createTestApp({ env: { CLIP_TTL_HOURS: '1.5' } });
  [owner, fan] = [await app.player(), await app.player()];
});
afterAll(() => app.close());

const stored = () => listFiles(app).filter((file) => file.startsWith('files/clips'));
const statusOf = async (player: { fetch: TestPlayer['fetch'] }, url: string | null, range?: string) => {
  const response = await player.fetch(url ?? '', range ? { headers: { range } } : {});
  await response.arrayBuffer();
  return response.status;
};

describe('a file of a clip', () => {
  it('is cacheable until the clip expires, and returns 404 from then on', async () => {
    const clip = await uploadClip(owner);
    app.clock.advance(HOUR);
    const response = await fan.fetch(clip.url);
    await response.arrayBuffer();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=1800',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="clip-${clip.id}.webp"`,
    });
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w.-]+"$/);
    expect((await fan.fetch(clip.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    app.clock.advance(HOUR / 2 - 1);
    const last = await fan.fetch(clip.thumbUrl ?? '');
    await last.arrayBuffer();
    expect([last.status, last.headers.get('cache-control')]).toEqual([200, 'private, max-age=0']);
    app.clock.advance(1);
    expect(stored()).toHaveLength(2);
    for (const url of [clip.url, clip.thumbUrl]) {
      expect(await statusOf(fan, url)).toBe(404);
      expect((await fan.fetch(url ?? '', { method: 'HEAD' })).status).toBe(404);
      expect((await fan.fetch(url ?? '', { headers: { 'if-none-match': etag } })).status).toBe(404);
    }
  });

  it('supports ranges and If-Range for a video', async () => {
    const { body } = await postForm(owner, [['file', await createVideo({ container: 'webm' })]]);
    const whole = Buffer.from(await (await fan.fetch(body.clip.url)).arrayBuffer());
    const part = async (headers: Record<string, string>) => {
      const response = await fan.fetch(body.clip.url, { headers: { range: 'bytes=10-19', ...headers } });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { response, bytes } = await part({});
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ]);
    expect(bytes.equals(whole.subarray(10, 20))).toBe(true);
    const tag = response.headers.get('etag') ?? '';
    expect((await part({ 'if-range': tag })).response.status).toBe(206);
    expect((await part({ 'if-range': '"another"' })).response.status).toBe(200);
  });

  it('requires a session, and is hidden from players that the owner has blocked', async () => {
    const clip = await uploadClip(owner);
    const moderator = await createStaff(app);
    await block(owner, fan);
    await block(owner, moderator);
    expect(await statusOf(app.browser(), clip.url)).toBe(404);
    for (const url of [clip.url, clip.thumbUrl]) {
      expect(await statusOf(fan, url)).toBe(404);
      expect(await statusOf(moderator, url)).toBe(200);
    }
    expect((await clipsOf(moderator)).body.groups.filter(({ user }) => user.id === owner.id)).toEqual([]);
    for (const player of [fan, moderator]) await unblock(owner, player);
    expect(await statusOf(fan, clip.url, 'bytes=0-1')).toBe(206);
  });
});

describe('deleting a clip', () => {
  it('deletes its files, likes, views and notifications', async () => {
    const [clip, other] = [await uploadClip(owner), await uploadClip(owner)];
    for (const { id } of [clip, other]) {
      await likeClip(fan, id);
      await viewClip(fan, id);
    }
    await owner.call('POST /api/notifications/mark-all-read');
    const before = stored();
    const heard = nextEvent(await fan.socket(), 'clip:expired');
    expect((await removeClip(owner, clip.id)).body).toEqual({ deleted: 'clip' });
    expect(await heard).toEqual({ id: clip.id });
    expect(await rowsForClip(app.site.db, clip.id)).toBe(0);
    expect(await rowsForClip(app.site.db, other.id)).toBe(5);
    await waitFor(() => expect(stored()).toHaveLength(before.length - 2));
    expect([await statusOf(fan, clip.url), await statusOf(fan, other.url)]).toEqual([404, 200]);
    expect((await removeClip(owner, clip.id)).status).toBe(404);
    expect((await likeClip(fan, clip.id)).status).toBe(404);
  });

  it('is allowed only for the owner and for staff', async () => {
    const [moderator, clip] = [await createStaff(app), await uploadClip(owner)];
    await block(moderator, owner);
    expect((await removeClip(fan, clip.id)).status).toBe(403);
    expect((await removeClip(moderator, clip.id)).status).toBe(200);
    expect(await notificationsOf(owner)).toMatchObject([{ type: 'system', title: 'Removed by staff' }]);
  });
});

describe('expired clips', () => {
  let clips: Clip[];
  beforeEach(async () => {
    await query(app.site.db, sql`delete from clips`);
    clips = [];
    for (let n = 0; n < 3; n++) clips.push(await uploadClip(owner));
    for (const { id } of clips) {
      await likeClip(fan, id);
      await viewClip(fan, id);
    }
  });
  const expireClips = () => app.clock.advance(1.5 * HOUR);

  it('are purged with their data, and the purge is broadcast', async () => {
    app.clock.advance(HOUR);
    const young = await uploadClip(owner);
    app.clock.advance(HOUR / 2);
    const heard = nextEvent(await fan.socket(), 'clips:purged');
    await purgeClips(app.site.db, app.site);
    const ids = clips.map(({ id }) => id);
    expect((await heard).ids.sort()).toEqual(ids.sort());
    for (const id of ids) expect(await rowsForClip(app.site.db, id)).toBe(0);
    expect((await clipsOf(fan)).body.groups.map((group) => group.clips.map(({ id }) => id))).toEqual([
      [young.id],
    ]);
    expect(await statusOf(fan, young.url)).toBe(200);
    expect((await notificationsOf(owner)).filter(({ type }) => type === 'like')).toEqual([]);
  });

  it('are purged only once by concurrent purges', async () => {
    const now = app.clock.now();
    await query(
      app.site.db,
      sql`insert into clips (user_id, kind, file_key, mime, width, height, is_latest, created_at, expires_at)
          select ${fan.id}, 'image', 'clips/none.webp', 'image/webp', 1, 1, false, ${now}, ${now}
          from generate_series(1, 230)`,
    );
    expireClips();
    const heard: number[] = [];
    const socket = await fan.socket();
    const all = new Promise<void>((resolve) => {
      socket.on('clips:purged', ({ ids }) => {
        expect(ids.length).toBeLessThanOrEqual(100);
        if (heard.push(...ids) === 233) resolve();
      });
    });
    await Promise.all([purgeClips(app.site.db, app.site), purgeClips(app.site.db, app.site)]);
    // Purge again, because each of the two purges might have skipped rows that the other one had locked.
    await purgeClips(app.site.db, app.site);
    expect(await queryOne(app.site.db, sql`select count(*)::integer as count from clips`)).toEqual({
      count: 0,
    });
    await all;
    expect(new Set(heard).size).toBe(233);
  });

  it('are deleted even if deleting their files fails at first, and the files are deleted later', async () => {
    expireClips();
    const before = stored();
    const broken = vi.spyOn(app.site.files, 'delete').mockRejectedValue(new Error('killed'));
    await purgeClips(app.site.db, app.site);
    await waitFor(() => expect(broken).toHaveBeenCalledTimes(6));
    broken.mockRestore();
    expect(stored()).toEqual(before);
    expect(await query(app.site.db, sql`select 1 from clips`)).toEqual([]);
    await deleteOrphanedFiles(app.site.db, app.site);
    expect(stored()).toHaveLength(before.length - 6);
    for (const { url } of clips) expect(await statusOf(fan, url)).toBe(404);
  });

  it('stay unchanged until the next run of the purge if a run is interrupted', async () => {
    expireClips();
    const emit = vi.spyOn(app.site.realtime, 'broadcast').mockImplementationOnce(() => {
      throw new Error('The power is gone');
    });
    await expect(purgeClips(app.site.db, app.site)).rejects.toThrow('The power is gone');
    emit.mockRestore();
    for (const { id } of clips) expect(await rowsForClip(app.site.db, id)).toBeGreaterThan(0);
    await purgeClips(app.site.db, app.site);
    for (const { id } of clips) expect(await rowsForClip(app.site.db, id)).toBe(0);
  });
});
