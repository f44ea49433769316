import { readFileSync } from 'node:fs';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createGif, createPng, mediaPath } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { createVideo, listFiles, VIDEO_SIZE } from '../attachments/testing.ts';
import { block } from '../blocks/testing.ts';
import { clipsOf, insertClips, postForm, uploadClip } from './testing.ts';

const app = useTestApp();
let player: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [player, other] = [await app.player(), await app.player()];
});
const loose = () => query(app.site.db, sql`select key from orphaned_files`);

describe('an image clip', () => {
  it('is re-encoded with a square thumbnail, and lasts a day', async () => {
    const [blocked, socket] = [await app.player(), await other.socket()];
    await block(blocked, player);
    const [hears, mayNot] = [nextEvent(socket, 'clip:new'), vi.fn()];
    const blockedSocket = await blocked.socket();
    blockedSocket.on('clip:new', mayNot);
    const photo = await sharp(await createPng(3_000, 1_500))
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await postForm(player, [
      ['caption', '  Dawn over the hold  '],
      ['file', photo],
    ]);
    const { clip } = body;
    const [from, until] = [app.clock.now(), new Date(app.clock.now().getTime() + 24 * HOUR)];
    expect([status, clip]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'image',
        url: `/media/clips/${clip.id}`,
        thumbUrl: `/media/clips/${clip.id}/thumb`,
        mime: 'image/webp',
        width: 1080,
        height: 540,
        durationMs: null,
        caption: 'Dawn over the hold',
        likesCount: 0,
        viewsCount: 0,
        likedByCurrentUser: false,
        seen: true,
        createdAt: from.toISOString(),
        expiresAt: until.toISOString(),
      },
    ]);
    expect(await hears).toEqual({
      user: { id: player.id, username: player.username, avatarUrl: null, level: 1 },
      clip: { ...clip, seen: false },
    });
    const whole = await other.bytes(clip.url as string);
    expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 1080, height: 540 });
    expect(whole.includes('secret-of-the-camera')).toBe(false);
    const thumb = await sharp(await other.bytes(clip.thumbUrl as string)).metadata();
    expect(thumb).toMatchObject({ format: 'webp', width: 240, height: 240 });
    expect(await loose()).toEqual([]);
    // The server's events arrive in order. Therefore, once the event about the next clip has arrived, no event about an
    // earlier clip can arrive.
    const another = nextEvent(blockedSocket, 'clip:new');
    await uploadClip(other);
    await another;
    expect(mayNot).toHaveBeenCalledTimes(1);
  });

  it('stays animated, and has a still thumbnail', async () => {
    const { body } = await postForm(player, [['file', createGif(3)]]);
    expect(body.clip).toMatchObject({ kind: 'image', mime: 'image/webp', caption: '' });
    expect(
      (await sharp(await other.bytes(body.clip.url as string), { animated: true }).metadata()).pages,
    ).toBe(3);
    const thumb = await sharp(await other.bytes(body.clip.thumbUrl as string), { animated: true }).metadata();
    expect(thumb.pages ?? 1).toBe(1);
  });

  it('gets a generated thumbnail even if a thumbnail is uploaded', async () => {
    const { status, body } = await postForm(player, [
      ['thumb', Buffer.from('not a picture')],
      ['file', await createPng()],
    ]);
    expect(status).toBe(201);
    expect(await sharp(await other.bytes(body.clip.thumbUrl as string)).metadata()).toMatchObject({
      width: 240,
    });
  });
});

describe('a video clip', () => {
  it.each([
    ['mp4', 'video/mp4', true],
    ['webm', 'video/webm', false],
    ['mov', 'video/mp4', true],
  ] as const)(
    'is remuxed from %s to %s without its recording location, with a thumbnail only if uploaded',
    async (container, mime, withThumb) => {
      const location = '+48.2082+016.3738/';
      const video = await createVideo({ container, location, sound: true, headerLast: true });
      const thumb = ['thumb', await createPng(320, 240)] as const;
      const { status, body } = await postForm(player, [
        ...(withThumb ? [[...thumb] as [string, Buffer]] : []),
        ['file', video],
      ]);
      const { clip } = body;
      expect([status, clip]).toMatchObject([201, { kind: 'video', mime, ...VIDEO_SIZE }]);
      expect(clip.durationMs).toBeGreaterThan(1_800);
      expect(clip.durationMs).toBeLessThan(2_200);
      expect((await other.bytes(clip.url as string)).includes(location)).toBe(false);
      if (withThumb)
        expect(await sharp(await other.bytes(clip.thumbUrl as string)).metadata()).toMatchObject({
          width: 240,
          height: 240,
        });
      else {
        expect(clip.thumbUrl).toBeNull();
        expect((await other.fetch(`${clip.url}/thumb`)).status).toBe(404);
      }
    },
  );
});

describe('a video clip that some browsers cannot play', () => {
  it('is rejected with the name of its codec if it cannot be converted', async () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    const { status, body } = await postForm(player, [['file', readFileSync(mediaPath('hevc.mov'))]]);
    process.env.PATH = PATH;
    const text = MEDIA_TEXTS.cannotPlay('HEVC');
    expect([status, body.message, body.errors]).toEqual([415, text, { file: text }]);
  });

  it('is posted without its sound if the sound cannot be converted', async () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    const { status, body } = await postForm(player, [['file', readFileSync(mediaPath('amr.mp4'))]]);
    process.env.PATH = PATH;
    expect([status, body.notice]).toEqual([201, MEDIA_TEXTS.soundRemoved('AMR')]);
  });
});

describe('the upload route', () => {
  let files: string[];
  let groups: unknown;
  beforeAll(async () => {
    files = listFiles(app);
    groups = (await clipsOf(player)).body;
  });
  afterEach(async () => {
    expect(listFiles(app)).toEqual(files);
    expect((await clipsOf(player)).body).toEqual(groups);
    expect(await loose()).toEqual([]);
  });
  const WRONG = 'Upload failed. Try a different file.';

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an HTML file', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    [
      'an image of an unsupported type',
      async () =>
        sharp(await createPng())
          .tiff()
          .toBuffer(),
    ],
    ['an empty file', () => Buffer.alloc(0)],
  ])('rejects %s with 415', async (_, make) => {
    const { status, body } = await postForm(player, [['file', await make()]]);
    expect([status, body.message, body.errors]).toEqual([415, WRONG, { file: WRONG }]);
  });

  it('rejects a truncated mp4 with 415 and a message that the video is damaged', async () => {
    const cut = (await createVideo({ container: 'mp4' })).subarray(0, 5_000);
    const { status, body } = await postForm(player, [['file', cut]]);
    const text = MEDIA_TEXTS.damagedVideo;
    expect([status, body.message, body.errors]).toEqual([415, text, { file: text }]);
  });

  it('rejects a video whose uploaded thumbnail is invalid or too large', async () => {
    const video = await createVideo({ container: 'mp4' });
    for (const parts of [
      [
        ['file', video],
        ['thumb', Buffer.from('<svg/>')],
      ],
      [
        ['thumb', video],
        ['file', video],
      ],
    ] as [string, Buffer][][]) {
      const { status, body } = await postForm(player, parts);
      expect([status, body.message, Object.keys(body.errors ?? {})]).toEqual([415, WRONG, ['thumb']]);
    }
    const large = Buffer.alloc(3 * 2 ** 20);
    for (const parts of [
      [
        ['file', video],
        ['thumb', large],
      ],
      [
        ['thumb', large],
        ['file', video],
      ],
    ] as [string, Buffer][][]) {
      const { status, body } = await postForm(player, parts);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([413, ['thumb']]);
    }
  });

  it('rejects a file above 25 MB and an invalid caption', async () => {
    const png = await createPng();
    const large = await postForm(player, [['file', Buffer.alloc(25 * 2 ** 20 + 1)]]);
    expect([large.status, large.body.message]).toEqual([413, 'Max file size is 25MB']);
    const long = await postForm(player, [
      ['file', png],
      ['caption', 'x'.repeat(201)],
    ]);
    expect([long.status, Object.keys(long.body.errors ?? {})]).toEqual([400, ['caption']]);
    expect(
      (
        await postForm(player, [
          ['caption', 'a\0b'],
          ['file', png],
        ])
      ).status,
    ).toBe(400);
  });

  it('rejects a form with missing, repeated or unknown parts', async () => {
    const png = await createPng();
    for (const names of [['file', 'file'], ['thumb', 'thumb', 'file'], ['file', 'photo'], ['thumb'], []])
      expect([
        names,
        (
          await postForm(
            player,
            names.map((name) => [name, png]),
          )
        ).status,
      ]).toEqual([names, 400]);
    expect(
      (
        await postForm(player, [
          ['file', png],
          ['color', 'red'],
        ])
      ).status,
    ).toBe(400);
    expect((await player.call('POST /api/clips', { body: { file: 'x' } as never })).status).toBe(415);
  });

  it('deletes all files if one of them cannot be stored', async () => {
    const { files: stored } = app.site;
    const move = stored.moveFromFs.bind(stored);
    const broken = vi
      .spyOn(stored, 'moveFromFs')
      .mockImplementationOnce(move)
      .mockRejectedValueOnce(new Error('disk full'));
    expect((await postForm(player, [['file', await createPng()]])).status).toBe(500);
    broken.mockRestore();
  });
});

describe('an upload', () => {
  it('is stored once when it is repeated, even concurrently', async () => {
    const writer = await app.player();
    const key = { 'idempotency-key': 'clip-1' };
    const parts: [string, Buffer][] = [['file', await createPng()]];
    const both = await Promise.all([postForm(writer, parts, key), postForm(writer, parts, key)]);
    const [made] = both.filter(({ status }) => status === 201);
    expect([201, 409]).toEqual(expect.arrayContaining(both.map(({ status }) => status)));
    const again = await postForm(writer, parts, key);
    expect(again).toMatchObject({ status: 201, body: made?.body });
    const thumb: [string, Buffer] = ['thumb', await createPng(8, 8)];
    for (const other of [[...parts, thumb], [['file', await createPng(8, 8)]]] as [string, Buffer][][])
      expect((await postForm(writer, other, key)).status).toBe(400);
    const { groups } = (await clipsOf(writer)).body;
    expect(groups.find(({ user }) => user.id === writer.id)?.clips).toHaveLength(1);
  });

  it('is rejected above thirty active clips, even for concurrent uploads', async () => {
    const writer = await app.player();
    const clips = [...Array.from({ length: 5 }, () => 0), ...Array.from({ length: 29 }, () => HOUR)];
    await insertClips(
      app,
      clips.map((endsInMs) => ({ userId: writer.id, endsInMs })),
    );
    const png = await createPng();
    const two = await Promise.all([postForm(writer, [['file', png]]), postForm(writer, [['file', png]])]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { status, body } = await postForm(writer, [['file', png]]);
    expect([status, body.message]).toEqual([409, expect.stringContaining('at most 30 clips')]);
    expect((await postForm(player, [['file', png]])).status).toBe(201);
    app.clock.advance(HOUR);
    expect((await postForm(writer, [['file', png]])).status).toBe(201);
  });
});
