import { readFileSync } from 'node:fs';
import { squareImageUrl } from '@rivalhold/shared/image-sizes.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng, mediaPath } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createStaff } from '../moderation/testing.ts';
import { addPhoto, postPhotoForm } from './testing.ts';

const app = useTestApp();

const gallery = (viewer: TestPlayer, userId: number, query = {}) =>
  viewer.call('GET /api/photos/user/{userId}', { params: { userId }, query });
const like = (player: TestPlayer, id: number) =>
  player.call('POST /api/photos/{id}/like', { params: { id } });
const remove = (player: TestPlayer, id: number) => player.call('DELETE /api/photos/{id}', { params: { id } });
const choose = (player: TestPlayer, id: number) =>
  player.call('PATCH /api/photos/{id}/avatar', { params: { id } });
const describePhoto = (player: TestPlayer, id: number, body: unknown) =>
  player.call('PATCH /api/photos/{id}', { params: { id }, body });
const unread = async (player: TestPlayer) => (await player.call('GET /api/notifications')).body.items;
const avatarOf = async (player: TestPlayer) => (await player.user())?.avatarUrl ?? null;
const status = async (player: TestPlayer, url: string) => (await player.fetch(url)).status;

describe('a photo', () => {
  it('is decoded and re-encoded in three sizes, without camera metadata', async () => {
    const owner = await app.player();
    const bytes = await sharp(await createPng(2_400, 1_200))
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' } })
      .jpeg()
      .toBuffer();
    const answer = await postPhotoForm(owner, bytes, { caption: '  The gate at dawn 😀 ', name: '../x.jpg' });
    expect(answer.status).toBe(201);
    const { photo } = answer.body;
    expect(photo).toMatchObject({
      caption: 'The gate at dawn 😀',
      width: 1600,
      height: 800,
      likes: 0,
      likedByCurrentUser: false,
    });
    const sizes = [photo.imageUrl, photo.thumbUrl, squareImageUrl(photo.imageUrl, 240)];
    const shown = await Promise.all(
      sizes.map(async (url) => {
        const response = await owner.fetch(url);
        expect(response.headers.get('cache-control')).toContain('immutable');
        const file = Buffer.from(await response.arrayBuffer());
        expect(file.includes('secret-of-the-camera')).toBe(false);
        const { format, width, height } = await sharp(file).metadata();
        return [format, width, height];
      }),
    );
    expect(shown).toEqual([
      ['webp', 1600, 800],
      ['webp', 480, 480],
      ['webp', 240, 240],
    ]);
    const listed = await owner.call('GET /api/photos', { query: { owner: 'me' } });
    expect(listed.body).toEqual({ photos: [photo], nextCursor: null });
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['empty', Buffer.alloc(0)],
    ['a WebP', null],
  ])('is rejected if the file is %s', async (_, bytes) => {
    const owner = await app.player();
    const answer = await postPhotoForm(
      owner,
      bytes ??
        (await sharp(await createPng())
          .webp()
          .toBuffer()),
    );
    expect([answer.status, answer.body.message]).toEqual([
      415,
      'Invalid file type. Use .jpg, .png, .jpeg, or .gif.',
    ]);
    expect((await gallery(owner, owner.id)).body.photos).toEqual([]);
  });

  it('is rejected with the reason if it is damaged or a HEIC file', async () => {
    const owner = await app.player();
    const png = await createPng(400, 300);
    for (const [bytes, text] of [
      [png.subarray(0, 60), MEDIA_TEXTS.damaged],
      [readFileSync(mediaPath('heic-named.jpg')), MEDIA_TEXTS.heic],
    ] as const) {
      const { status, body } = await postPhotoForm(owner, bytes);
      expect([status, body.message]).toEqual([415, text]);
    }
  });

  it('is rejected if it exceeds 25 MB or its caption is invalid', async () => {
    const owner = await app.player();
    const big = await postPhotoForm(owner, Buffer.alloc(25 * 1024 * 1024 + 1));
    expect([big.status, big.body.message]).toEqual([413, 'File too large. Max 25MB allowed.']);
    const bytes = await createPng();
    const long = await postPhotoForm(owner, bytes, { caption: 'x'.repeat(201) });
    expect([long.status, long.body.errors]).toEqual([400, { caption: 'Use at most 200 characters' }]);
    expect((await postPhotoForm(owner, bytes, { caption: 'a\0b' })).status).toBe(400);
    expect((await postPhotoForm(owner, bytes, { caption: 'x'.repeat(200) })).status).toBe(201);
  });

  it('is rejected if the gallery is full', async () => {
    const owner = await app.player();
    await query(
      app.site.db,
      sql`insert into photos (user_id, file_key, thumb_key, width, height, created_at)
       select ${owner.id}, 'photos/full-' || n, 'x', 1, 1, now() from generate_series(1, 499) n`,
    );
    const bytes = await createPng();
    const answers = await Promise.all([1, 2, 3].map(() => postPhotoForm(owner, bytes)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await looseFiles()).toBe(0);
  });

  it('has a caption that only its owner can change', async () => {
    const [owner, other] = [await app.player(), await app.player()];
    const { id } = await addPhoto(owner, 'before');
    const changed = await describePhoto(owner, id, { caption: ' after ' });
    expect([changed.status, changed.body.photo.caption]).toEqual([200, 'after']);
    expect((await describePhoto(owner, id, { caption: null })).body.photo.caption).toBe('');
    expect((await describePhoto(owner, id, { caption: 'x'.repeat(201) })).body.errors).toEqual({
      caption: 'Use at most 200 characters',
    });
    expect((await describePhoto(owner, id, { caption: 'x', likes: 9 })).status).toBe(400);
    expect((await describePhoto(other, id, { caption: 'mine' })).status).toBe(403);
    expect((await describePhoto(other, 9_999_999, { caption: 'mine' })).status).toBe(404);
  });
});

const looseFiles = async () => (await query(app.site.db, sql`select key from orphaned_files`)).length;

describe('a gallery', () => {
  it('is listed newest first, in pages that stay stable while photos are added', async () => {
    const [owner, viewer] = [await app.player(), await app.player()];
    await query(
      app.site.db,
      sql`insert into photos (user_id, file_key, thumb_key, width, height, caption, created_at)
       select ${owner.id}, 'photos/page-' || n, 'x', 1, 1, n::text, now() from generate_series(1, 30) n`,
    );
    const first = await gallery(viewer, owner.id, { limit: 20 });
    await addPhoto(owner, 'late');
    const second = await gallery(viewer, owner.id, { limit: 20, cursor: first.body.nextCursor as string });
    const captions = [...first.body.photos, ...second.body.photos].map(({ caption }) => caption);
    expect(captions).toEqual(Array.from({ length: 30 }, (_, index) => String(30 - index)));
    expect(second.body.nextCursor).toBeNull();
    expect((await gallery(viewer, owner.id, { cursor: 'x' })).status).toBe(400);
    for (const query of [{ limit: 2 }, { limit: 30 }, { cursor: '1' }]) {
      const statements = await statementsOf(app, () => gallery(viewer, owner.id, query));
      expect(statements).toHaveLength(1);
    }
  });

  it('is empty if the player has no photos, and not found for a blocked viewer', async () => {
    const [owner, viewer] = [await app.player(), await app.player()];
    expect((await gallery(viewer, owner.id)).body).toEqual({ photos: [], nextCursor: null });
    expect((await gallery(viewer, 9_999_999)).status).toBe(404);
    const { id } = await addPhoto(owner);
    await owner.call('POST /api/blocks/{userId}', { params: { userId: viewer.id } });
    expect((await gallery(viewer, owner.id)).status).toBe(404);
    expect((await gallery(owner, viewer.id)).status).toBe(404);
    expect((await like(viewer, id)).status).toBe(404);
    expect((await remove(viewer, id)).status).toBe(404);
    expect((await choose(viewer, id)).status).toBe(404);
  });
});

describe('deleting a photo', () => {
  it('is allowed for the photo’s owner, moderators and admins', async () => {
    const [owner, other] = [await app.player(), await app.player()];
    const photos = [await addPhoto(owner), await addPhoto(owner), await addPhoto(owner)].map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = photos;
    expect((await remove(other, first)).status).toBe(403);
    expect((await remove(owner, first)).body).toEqual({ deleted: 'photo' });
    expect((await remove(owner, first)).status).toBe(404);
    const moderator = await createStaff(app, 'moderator');
    await owner.call('POST /api/blocks/{userId}', { params: { userId: moderator.id } });
    expect((await remove(moderator, second)).status).toBe(200);
    expect((await remove(await createStaff(app, 'admin'), third)).status).toBe(200);
    expect((await unread(owner)).map(({ type, title }) => [type, title])).toEqual([
      ['system', 'Removed by staff'],
      ['system', 'Removed by staff'],
    ]);
  });

  it('deletes the photo’s likes, notification and files', async () => {
    const [owner, fan] = [await app.player(), await app.player()];
    const [kept, gone] = [await addPhoto(owner), await addPhoto(owner)];
    await like(fan, kept.id);
    await like(fan, gone.id);
    expect((await choose(owner, gone.id)).body).toEqual({ avatarUrl: gone.imageUrl });
    expect(await avatarOf(owner)).toBe(gone.imageUrl);
    await remove(owner, gone.id);
    expect(await avatarOf(owner)).toBeNull();
    const likes = await query(app.site.db, sql`select photo_id from photo_likes where user_id = ${fan.id}`);
    expect(likes).toEqual([{ photo_id: kept.id }]);
    expect(await unread(owner)).toHaveLength(1);
    const urls = [gone.imageUrl, gone.thumbUrl, squareImageUrl(gone.imageUrl, 240)];
    for (const url of urls) await expect.poll(() => status(owner, url)).toBe(404);
    for (const url of [kept.imageUrl, kept.thumbUrl]) expect(await status(owner, url)).toBe(200);
  });

  it('keeps a record of each file that could not be deleted, to delete it later', async () => {
    const owner = await app.player();
    const { id, imageUrl } = await addPhoto(owner);
    const { files } = app.site;
    const broken = Object.assign(Object.create(files), {
      delete: () => Promise.reject(new Error('away')),
    }) as typeof files;
    app.site.files = broken;
    try {
      expect((await remove(owner, id)).status).toBe(200);
    } finally {
      app.site.files = files;
    }
    expect(await status(owner, imageUrl)).toBe(200);
    expect(await looseFiles()).toBe(3);
    await deleteOrphanedFiles(app.site.db, app.site);
    expect([await status(owner, imageUrl), await looseFiles()]).toEqual([404, 0]);
  });
});

describe('using a photo as avatar', () => {
  it('requires one of the player’s own photos', async () => {
    const [owner, other] = [await app.player(), await app.player()];
    const photo = await addPhoto(owner);
    expect((await choose(other, photo.id)).status).toBe(403);
    const uploaded = await owner.call('POST /api/upload/avatar', {
      form: [['avatar', await createPng()]],
    });
    const { avatarUrl } = uploaded.body;
    await choose(owner, photo.id);
    await expect.poll(() => status(owner, avatarUrl)).toBe(404);
    const set = (player: TestPlayer, url: string | null) =>
      player.call('PATCH /api/profiles/profile', { body: { avatarUrl: url } });
    expect((await set(other, photo.imageUrl)).body.errors?.avatarUrl).toBeTruthy();
    expect((await set(owner, null)).body.user.avatarUrl).toBeNull();
    expect((await set(owner, photo.imageUrl)).body.user.avatarUrl).toBe(photo.imageUrl);
    expect(await status(owner, photo.imageUrl)).toBe(200);
  });

  it('leaves no avatar if the photo is deleted at the same time', async () => {
    const owner = await app.player();
    for (let round = 0; round < 5; round++) {
      const { id, imageUrl } = await addPhoto(owner);
      const set = () => owner.call('PATCH /api/profiles/profile', { body: { avatarUrl: imageUrl } });
      await Promise.all([choose(owner, id), remove(owner, id), set()]);
      expect(await avatarOf(owner)).toBeNull();
    }
  });
});
