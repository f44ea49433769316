import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { posted } from '../features/feed/testing.ts';
import { addPhoto, picture, sendPhoto } from '../features/photos/testing.ts';
import { run } from '../platform/db/db.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../testing.ts';

let app: TestApp;
let player: TestPlayer;
let bytes: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  player = await app.player();
  bytes = await picture().png().toBuffer();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const failing = (code: string) => Object.assign(new Error(`${code}: it fails`), { code });
const rowsOf = async (table: string) =>
  (await run<{ n: number }>(app.site.db, `select count(*)::integer as n from ${table}`, []))[0]?.n;

describe('where the files are', () => {
  it.each(['ENOSPC', 'EDQUOT', 'ECONNREFUSED'])(
    '%s costs the upload, leaves nothing of it and nothing else',
    async (code) => {
      const [photos, loose] = [await rowsOf('photos'), await rowsOf('loose_files')];
      const { files } = app.site;
      const full = vi.spyOn(files, 'moveFromFs').mockRejectedValue(failing(code));
      const key = { 'idempotency-key': randomUUID() };
      const refused = await sendPhoto(player, bytes, { headers: key });
      expect(full).toHaveBeenCalled();
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await rowsOf('photos')).toBe(photos);
      expect(await rowsOf('loose_files')).toBe(loose);
      expect(await posted(player)).toBeGreaterThan(0);
      expect((await player.call('GET /api/photos')).status).toBe(200);
      full.mockRestore();
      expect((await sendPhoto(player, bytes, { headers: key })).status).toBe(201);
      expect(await rowsOf('photos')).toBe((photos ?? 0) + 1);
    },
  );

  it('away costs who looks at a picture that picture', async () => {
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
