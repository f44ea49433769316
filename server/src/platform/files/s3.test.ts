import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createVideo, listFiles, send, upload } from '../../features/attachments/testing.ts';
import { uploadClip } from '../../features/clips/testing.ts';
import { maintainExports } from '../../features/exports/service.ts';
import { unpack } from '../../features/exports/testing.ts';
import { addPhoto, postPhotoForm } from '../../features/photos/testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { FakeS3 } from '../../testing/fake-s3.ts';
import { createPng } from '../../testing/images.ts';
import { deleteOrphanedFiles } from './stored-files.ts';

let store: FakeS3;
let app: TestApp;
let player: TestPlayer;
beforeAll(async () => {
  store = await FakeS3.start();
  app = await createTestApp({ env: store.env });
  player = await app.player();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await store.stop();
});

/** Time in ms for which the result of a bucket check is cached. */
const BUCKET_MS = 10_000;
let elapsedMs = 0;
const now = performance.now.bind(performance);
/** Advance `performance.now()`. */
function advanceTime(ms: number): void {
  elapsedMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + elapsedMs);
}

const statusOf = async (url: string) => (await player.fetch(url)).status;

describe('files in a bucket', () => {
  it('can be written, read in part, copied and deleted', async () => {
    const from = path.join(app.site.config.dataDir, 'whole');
    await writeFile(from, 'a file of some bytes');
    const { files } = app.site;
    await files.moveFromFs(from, 'tests/one.txt');
    expect(await files.sizeOf('tests/one.txt')).toBe(20);
    expect(await text(await files.openRange('tests/one.txt', { start: 2, end: 5 }))).toBe('file');
    await files.copy('tests/one.txt', 'tests/two.txt');
    await files.delete('tests/one.txt');
    expect(await files.exists('tests/one.txt')).toBe(false);
    expect(await files.get('tests/two.txt')).toBe('a file of some bytes');
    await expect(files.sizeOf('tests/one.txt')).rejects.toMatchObject({ code: 'notFound' });
    const range = { start: 0, end: 1 };
    await expect(files.openRange('tests/one.txt', range)).rejects.toMatchObject({ code: 'notFound' });
    await files.delete('tests/two.txt');
  });

  it('include uploaded photos and clips, and are deleted with the clip', async () => {
    const photo = await addPhoto(player);
    expect((await player.fetch(photo.imageUrl)).headers.get('content-type')).toBe('image/webp');
    const clip = await uploadClip(player);
    expect(await statusOf(clip.url)).toBe(200);
    expect(listFiles(app)).toEqual([]);

    const before = store.keys();
    expect((await player.call('DELETE /api/clips/{id}', { params: { id: clip.id } })).status).toBe(200);
    await waitFor(() => expect(store.keys().length).toBeLessThan(before.length));
    expect(await statusOf(clip.url)).toBe(404);
  });

  it('are served in ranges, and only to players with access', async () => {
    const receiver = await app.player();
    const video = await createVideo({ container: 'webm' });
    const { body } = await upload(player, video);
    await send(app, player, receiver, { ids: [body.attachment.id], messageId: 1 });
    const whole = Buffer.from(await (await receiver.fetch(body.attachment.url)).arrayBuffer());
    const part = await receiver.fetch(body.attachment.url, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    expect((await (await app.player()).fetch(body.attachment.url)).status).toBe(404);
  });

  it('are in the data export of their owner', async () => {
    const owner = await app.player();
    const photo = await addPhoto(owner);
    await store.rejectWith(503);
    expect((await owner.call('POST /api/users/me/export', { body: { password: PASSWORD } })).status).toBe(
      202,
    );
    await store.rejectWith(null);
    // After this time, `maintainExports` restarts the build, even if the failed build has not released its claim.
    app.clock.advance(3 * 60_000);
    await maintainExports(app.site.db, app.site);
    const { body } = await waitFor(async () => {
      const answer = await owner.call('GET /api/users/me/export');
      expect(answer.body.state).toBe('ready');
      return answer;
    });
    const bytesOf = async (url: string) => Buffer.from(await (await owner.fetch(url)).arrayBuffer());
    const packed = (await unpack(await bytesOf(body.url ?? ''))).get(`photos/${photo.id}.webp`);
    expect(Buffer.from(packed ?? '', 'latin1')).toEqual(await bytesOf(photo.imageUrl));
    const copies = () => store.keys().filter((key) => key.startsWith('exports/'));
    expect(copies()).toHaveLength(1);
    app.clock.advance(7 * 86_400_000);
    await maintainExports(app.site.db, app.site);
    await waitFor(() => expect(copies()).toEqual([]));
  });

  it('cause a 404 response once they are deleted', async () => {
    const photo = await addPhoto(player);
    for (const key of store.keys().filter((one) => one.startsWith('photos/')))
      await app.site.files.delete(key);
    expect(await statusOf(photo.imageUrl)).toBe(404);
  });
});

describe('a missing file', () => {
  const HEAD_BUCKET = /^HEAD \/rivalhold\/?$/;
  /**
   * Fetch URLs of missing files. Return the number of bucket checks that the store received (`bucket`), and a list of
   * all other requests that it received (`files`).
   */
  const requestsFor = async (...urls: string[]) => {
    store.requests.length = 0;
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    const files = store.requests.filter((call) => !HEAD_BUCKET.test(call));
    return { bucket: store.requests.length - files.length, files };
  };

  it('causes one request for the file to the object store (two for a small avatar)', async () => {
    advanceTime(BUCKET_MS);
    const one = '/media/photos/nobody.webp';
    const file = 'HEAD /rivalhold/photos/nobody.webp';
    expect(await requestsFor(one, one, one)).toEqual({ bucket: 1, files: [file, file, file] });
    const avatar = 'HEAD /rivalhold/avatars/nobody';
    const sizes = { bucket: 0, files: [`${avatar}.96.webp`, `${avatar}.webp`] };
    expect(await requestsFor('/media/avatars/nobody.96.webp')).toEqual(sizes);
    advanceTime(BUCKET_MS);
    store.requests.length = 0;
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(one)));
    expect(statuses).toEqual(Array(10).fill(404));
    expect(store.requests.filter((call) => HEAD_BUCKET.test(call))).toHaveLength(1);
  });
});

describe.each([
  ['rejects requests', () => store.rejectWith(403), () => store.rejectWith(null)],
  [
    'has lost its bucket',
    async () => {
      await store.setBucketMissing(true);
      advanceTime(BUCKET_MS);
    },
    () => store.setBucketMissing(false),
  ],
  ['is down', () => store.stopListening(), () => store.return()],
])('while the store %s', (_, fail, recover) => {
  it('requests for files fail with 503 until the store recovers', async () => {
    const photo = await addPhoto(player);
    const { attachment } = (await upload(player, await createPng())).body;
    const before = store.keys();
    await fail();
    for (const url of [photo.imageUrl, attachment.url]) {
      const answer = await player.fetch(url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    }
    expect((await postPhotoForm(player, await createPng())).status).toBe(503);
    expect((await upload(player, await createPng())).status).toBe(503);
    expect(
      (await player.call('GET /api/photos/user/{userId}', { params: { userId: player.id } })).status,
    ).toBe(200);
    expect((await player.call('DELETE /api/photos/{id}', { params: { id: photo.id } })).status).toBe(200);
    await recover();
    expect(await statusOf(attachment.url)).toBe(200);
    app.clock.advance(3_600_000);
    await deleteOrphanedFiles(app.site.db, app.site);
    expect(store.keys().length).toBeLessThan(before.length);
    expect(listFiles(app)).toEqual([]);
  });
});
