import { readdirSync } from 'node:fs';
import path from 'node:path';
import { imageKeys, imageUrlForSize } from '@rivalhold/shared/image-sizes.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createGif, createPng, createPngBomb } from '../../testing/images.ts';

const app = useTestApp();

const upload = (player: TestPlayer, bytes: Uint8Array, { field = 'avatar', name = 'me.png' } = {}) =>
  player.call('POST /api/upload/avatar', { form: [[field, bytes, name]] });
const leftovers = () => {
  const folder = path.join(app.site.config.dataDir, 'uploads');
  return readdirSync(folder, { withFileTypes: true }).map((entry) => entry.name);
};

describe('an avatar', () => {
  it('is cropped to a square and re-encoded without camera metadata', async () => {
    const player = await app.player();
    const photo = await sharp(await createPng(640, 480))
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('secret-of-the-camera')).toBe(true);
    const { status, body } = await upload(player, photo, { name: '../../etc/passwd.jpg' });
    expect(status).toBe(201);
    expect(body.avatarUrl).toMatch(new RegExp(`^/media/avatars/${player.id}-[0-9a-f-]+\\.webp$`));
    const served = await player.fetch(body.avatarUrl as string);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(bytes.includes('secret-of-the-camera')).toBe(false);
    const { body: session } = await player.call('GET /api/session');
    expect(session.user?.avatarUrl).toBe(body.avatarUrl);
    expect(leftovers()).toEqual([]);
  });

  it('replaces the previous avatar and deletes its files', async () => {
    const player = await app.player();
    const first = await upload(player, await createPng(100, 100));
    const keys = imageKeys(first.body.avatarUrl as string);
    const statuses = () => Promise.all(keys.map(async (one) => (await player.fetch(one)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await upload(player, await createPng(50, 80));
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('is served in a size that fits the displayed size', async () => {
    const player = await app.player();
    const { body } = await upload(player, await createPng(700, 600));
    const url = body.avatarUrl as string;
    const widthOf = async (css: number) => {
      const served = await player.fetch(imageUrlForSize(url, css));
      return (await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width;
    };
    expect(await Promise.all([36, 48, 49, 120, 121, 256].map(widthOf))).toEqual([96, 96, 240, 240, 512, 512]);
    for (const small of imageKeys(url.slice('/media/'.length)).slice(1)) await app.site.files.delete(small);
    expect(await Promise.all([36, 120].map(widthOf))).toEqual([512, 512]);
  });

  it('keeps a GIF animated', async () => {
    const player = await app.player();
    const { status, body } = await upload(player, createGif(3), { name: 'me.gif' });
    expect(status).toBe(201);
    const bytes = Buffer.from(await (await player.fetch(body.avatarUrl as string)).arrayBuffer());
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
  });

  const text = 'Invalid file type. Use .jpg, .png, .jpeg, or .gif.';
  it.each([
    [
      'an SVG named .png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['an HTML page named .png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ])('is rejected if the file is %s', async (_, bytes) => {
    const player = await app.player();
    const { status, body } = await upload(player, bytes);
    expect([status, body.message]).toEqual([415, text]);
    expect(leftovers()).toEqual([]);
  });

  it('is rejected if the image is damaged', async () => {
    const player = await app.player();
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .png()
      .toBuffer();
    for (const bytes of [
      whole.subarray(0, whole.length / 4),
      Buffer.from('GIF89a=1;alert(document.cookie)//'),
    ]) {
      const { status, body } = await upload(player, bytes);
      expect([status, body.message]).toEqual([415, MEDIA_TEXTS.damaged]);
    }
    expect(leftovers()).toEqual([]);
  });

  it('does not contain a script that is appended to the uploaded image', async () => {
    const player = await app.player();
    const hidden = '<script>alert(document.cookie)</script>';
    const both = Buffer.concat([await createPng(64, 64), Buffer.from(hidden)]);
    const { body } = await upload(player, both);
    const bytes = Buffer.from(await (await player.fetch(body.avatarUrl as string)).arrayBuffer());
    expect(bytes.includes(hidden)).toBe(false);
  });

  it('is rejected before decoding if it has too many pixels or frames', async () => {
    const player = await app.player();
    const bomb = createPngBomb();
    expect(bomb.length).toBeLessThan(6_000);
    expect((await upload(player, bomb)).status).toBe(413);
    expect((await upload(player, createGif(5_000), { name: 'x.gif' })).status).toBe(413);
  });

  it('is rejected if the file exceeds 25 MB or the request is not an upload', async () => {
    const player = await app.player();
    const big = Buffer.alloc(25 * 1024 * 1024 + 1);
    const tooBig = await upload(player, big);
    expect([tooBig.status, tooBig.body.message]).toEqual([413, 'File too large. Max 25MB allowed.']);
    expect((await upload(player, await createPng(9, 9), { field: 'photo' })).status).toBe(400);
    expect((await player.call('POST /api/upload/avatar', { body: { avatar: 'x' } })).status).toBe(415);
    expect(leftovers()).toEqual([]);
  });
});
