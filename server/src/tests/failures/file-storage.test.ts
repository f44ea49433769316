import { randomBytes, randomUUID } from 'node:crypto';
import { WriteStream } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listFiles } from '../../features/attachments/testing.ts';
import { createPost } from '../../features/feed/testing.ts';
import { addPhoto, postPhotoForm } from '../../features/photos/testing.ts';
import { raw, sql } from '../../platform/db/db.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';

const app = useTestApp();
let player: TestPlayer;
let bytes: Buffer;
beforeAll(async () => {
  player = await app.player();
  bytes = await createPng();
});
afterEach(() => vi.restoreAllMocks());

const failing = (code: string) => Object.assign(new Error(`${code}: it fails`), { code });
const rowsOf = async (table: string) =>
  queryValue<number>(app.site.db, sql`select count(*)::integer from ${raw(table)}`);

/**
 * Methods with which a stream writes to a file: `_write` writes one chunk, and `_writev` writes several queued chunks.
 */
type Writing = '_write' | '_writev';
type Write = (what: unknown, ...rest: unknown[]) => void;
const CHUNK = 65_536;

describe('the file storage', () => {
  it.each(['ENOSPC', 'EDQUOT', 'ECONNREFUSED'])(
    'rejects an upload if a write fails with %s',
    async (code) => {
      const photos = await rowsOf('photos');
      const { files } = app.site;
      const full = vi.spyOn(files, 'moveFromFs').mockRejectedValue(failing(code));
      const key = { 'idempotency-key': randomUUID() };
      const refused = await postPhotoForm(player, bytes, { headers: key });
      expect(full).toHaveBeenCalled();
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await rowsOf('photos')).toBe(photos);
      expect(await createPost(player)).toBeGreaterThan(0);
      expect((await player.call('GET /api/photos')).status).toBe(200);
      full.mockRestore();
      expect((await postPhotoForm(player, bytes, { headers: key })).status).toBe(201);
      expect(await rowsOf('photos')).toBe((photos ?? 0) + 1);
      app.clock.advance(3_600_000);
      await deleteOrphanedFiles(app.site.db, app.site);
      expect(await rowsOf('orphaned_files')).toBe(0);
    },
  );

  it('rejects an upload during which the disk becomes full', async () => {
    const before = listFiles(app);
    const raw = { width: 600, height: 600, channels: 3 } as const;
    const large = await sharp(randomBytes(600 * 600 * 3), { raw })
      .png()
      .toBuffer();
    let written = 0;
    const { prototype } = WriteStream as unknown as { prototype: Record<Writing, Write> };
    for (const name of ['_write', '_writev'] as const) {
      const write = prototype[name];
      vi.spyOn(prototype, name).mockImplementation(function (this: unknown, what, ...rest) {
        written += Array.isArray(what) ? what.length * CHUNK : CHUNK;
        const done = rest.at(-1) as (error: Error) => void;
        if (written > 4 * CHUNK) done(failing('ENOSPC'));
        else write.call(this, what, ...rest);
      });
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const form = new FormData();
    form.append('photo', new Blob([large as BlobPart]), 'me.png');
    const sent = new Response(form);
    const csrf = player.csrf;
    const headers = {
      cookie: player.cookieHeader,
      'x-csrf-token': csrf,
      'content-type': sent.headers.get('content-type') ?? '',
    };
    const ask = (method: string, body: Uint8Array) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const asked = request(`${app.url}/api/photos`, { agent, method, headers }, resolve);
        asked.once('error', reject).end(body);
      });
    const refused = await ask('POST', await sent.bytes());
    expect(await json(refused)).toMatchObject({ code: 'unavailable' });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    // The server has rejected the upload before reading all of it. The unread rest must not block the next request on
    // the same connection, because proxies reuse connections.
    const next = await ask('GET', Buffer.alloc(0));
    expect([next.statusCode, (await json(next)) !== null]).toEqual([200, true]);
    expect(refused.socket).toBe(next.socket);
    agent.destroy();
    expect(written).toBeGreaterThan(4 * CHUNK);
    vi.restoreAllMocks();
    expect(listFiles(app)).toEqual(before);
    expect((await postPhotoForm(player, large)).status).toBe(201);
  });

  it('has exactly the files that the database refers to, whichever statement of an upload fails', async () => {
    let acts = 0;
    for (;;) {
      const key = { 'idempotency-key': randomUUID() };
      // If a client is rejected before it has sent everything, it might get no response, because the connection is
      // closed.
      const first = () => postPhotoForm(player, bytes, { headers: key }).catch(() => {});
      if (!(await failAfterStatement(app, ++acts, first))) break;
      const { status, body } = await postPhotoForm(player, bytes, { headers: key });
      expect([acts, status]).toEqual([acts, 201]);
      for (const url of [body.photo.imageUrl, body.photo.thumbUrl])
        expect([acts, (await player.fetch(url)).status]).toEqual([acts, 200]);
    }
    expect(acts).toBeGreaterThan(5);
    app.clock.advance(3_600_000);
    await deleteOrphanedFiles(app.site.db, app.site);
    expect(listFiles(app)).toHaveLength(3 * ((await rowsOf('photos')) ?? 0));
  });

  it('affects only requests for files while it is down', async () => {
    const { imageUrl } = await addPhoto(player);
    const away = vi.spyOn(app.site.files, 'sizeOf').mockRejectedValue(failing('ECONNREFUSED'));
    const response = await player.fetch(imageUrl);
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await player.call('GET /api/photos')).status).toBe(200);
    away.mockRestore();
    expect((await player.fetch(imageUrl)).status).toBe(200);
  });
});
