import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { type Statement, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createGif, createPng, createPngBomb, mediaPath } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { nodesOf, PLAN_MODES, planOf, recordStatements } from '../../testing/statements.ts';
import { createSound, createVideo, listFiles, send, upload, VIDEO_SIZE } from './testing.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

const rows = () =>
  query<{ id: number }>(app.site.db, sql`select id from attachments where owner_id = ${player.id}`);
const loose = () => query(app.site.db, sql`select key from orphaned_files`);

describe('an image', () => {
  it('is re-encoded without camera metadata', async () => {
    const photo = await sharp(await createPng(3_000, 1_500))
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(player, photo, { name: '../../etc/passwd.svg' });
    expect([status, body.attachment]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'image',
        url: `/media/attachments/${body.attachment.id}`,
        thumbUrl: `/media/attachments/${body.attachment.id}/thumb`,
        mime: 'image/webp',
        provider: null,
        providerId: null,
        durationMs: null,
        width: 2048,
        height: 1024,
        temporary: false,
        expiresAt: null,
        expired: false,
      },
    ]);
    const whole = await player.bytes(body.attachment.url as string);
    const thumb = await player.bytes(body.attachment.thumbUrl as string);
    expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 2048, height: 1024 });
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
    expect(whole.includes('secret-of-the-camera')).toBe(false);
    expect(await loose()).toEqual([]);
  });

  it('stays animated as GIF or WebP, and has a still thumbnail', async () => {
    const gif = createGif(3);
    const webp = await sharp(gif, { animated: true }).webp().toBuffer();
    for (const bytes of [gif, webp]) {
      const { status, body } = await upload(player, bytes);
      expect([status, body.attachment.kind]).toEqual([201, 'gif']);
      const whole = await player.bytes(body.attachment.url as string);
      const thumb = await player.bytes(body.attachment.thumbUrl as string);
      expect((await sharp(whole, { animated: true }).metadata()).pages).toBe(3);
      expect((await sharp(thumb, { animated: true }).metadata()).pages ?? 1).toBe(1);
    }
  });
});

describe('a video', () => {
  it.each([
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['mov', 'video/mp4'],
  ] as const)(
    'is served without the location where it was recorded: a %s file as %s',
    async (container, mime) => {
      const location = '+48.2082+016.3738/';
      const video = await createVideo({ container, location, sound: true, headerLast: true });
      expect(video.includes(location)).toBe(true);
      const { status, body } = await upload(player, video, { name: 'x.png' });
      expect([status, body.attachment]).toMatchObject([
        201,
        { kind: 'video', mime, thumbUrl: null, ...VIDEO_SIZE },
      ]);
      expect(body.attachment.durationMs).toBeGreaterThan(1_800);
      expect(body.attachment.durationMs).toBeLessThan(2_200);
      const served = await player.fetch(body.attachment.url);
      expect(served.headers.get('content-type')).toBe(mime);
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(bytes.includes(location)).toBe(false);
      expect(bytes.length).toBeGreaterThan(video.length / 2);
    },
  );

  it('is accepted if other bytes follow the last box of an MP4 file', async () => {
    const { status } = await upload(player, readFileSync(mediaPath('trailer-text.mp4')));
    expect(status).toBe(201);
  });

  it('is stored without its sound if the sound cannot be converted', async () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    const { status, body } = await upload(player, readFileSync(mediaPath('alac.mov')));
    process.env.PATH = PATH;
    expect([status, body.notice]).toEqual([201, MEDIA_TEXTS.soundRemoved('ALAC')]);
  });

  it('is stored with its displayed width and height if it is rotated', async () => {
    const { body } = await upload(player, await createVideo({ container: 'mov', rotation: 90 }));
    expect(body.attachment).toMatchObject({ width: VIDEO_SIZE.height, height: VIDEO_SIZE.width });
  });
});

describe('the upload route', () => {
  let files: string[];
  let before: { id: number }[];
  beforeAll(async () => {
    files = listFiles(app);
    before = await rows();
  });
  afterEach(async () => {
    expect(listFiles(app)).toEqual(files);
    expect(await rows()).toEqual(before);
    expect(await loose()).toEqual([]);
  });

  const start = Buffer.from('<!doctype html><script>alert(1)</script>');
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'an SVG named .png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['an HTML file named .png', () => start],
    ['HTML followed by an image', async () => Buffer.concat([start, await createPng(9, 9)])],
    ['a zip named .mov', () => Buffer.from(`504b0304${'00'.repeat(60)}`, 'hex')],
    [
      'a zip that starts like a .mov',
      () => Buffer.from(`0000001466747970717420200000000071742020504b0304${'00'.repeat(60)}`, 'hex'),
    ],
    ['an mp4 without its media data', async () => withoutPictures(await createVideo({ container: 'mp4' }))],
    [
      'an mp4 that claims four billion frames',
      async () => withFrames(await createVideo({ container: 'mp4' }), 2 ** 32 - 1),
    ],
    [
      'a video of several hours in a few kilobytes',
      () => createVideo({ container: 'mp4', seconds: 2, stretch: 10_000 }),
    ],
    [
      'an image of an unsupported type',
      async () =>
        sharp(await createPng(9, 9))
          .tiff()
          .toBuffer(),
    ],
    ['an empty file', () => Buffer.alloc(0)],
  ])('rejects %s with 415', async (_, make) => {
    const { status, body } = await upload(player, await make(), { name: 'x.mov' });
    expect([status, body.message]).toEqual([415, expect.stringContaining('Upload failed')]);
  });

  it.each([
    ['a truncated image', async () => (await noisy()).subarray(0, 20_000), MEDIA_TEXTS.damaged],
    [
      'a script that starts like a GIF',
      () => Buffer.from('GIF89a=1;alert(document.cookie)//'),
      MEDIA_TEXTS.damaged,
    ],
    [
      'a truncated mp4',
      async () => (await createVideo({ container: 'mp4' })).subarray(0, 5_000),
      MEDIA_TEXTS.damagedVideo,
    ],
    [
      'an mp4 without its header',
      async () => (await createVideo({ container: 'mp4', headerLast: true })).subarray(0, 7_000),
      MEDIA_TEXTS.damagedVideo,
    ],
    [
      'a truncated webm',
      async () => (await createVideo({ container: 'webm' })).subarray(0, 5_000),
      MEDIA_TEXTS.damagedVideo,
    ],
    ['an mp4 with sound and no video', () => createSound(), MEDIA_TEXTS.noVideo],
    ['a HEIC', () => readFileSync(mediaPath('heic-named.jpg')), MEDIA_TEXTS.heic],
  ])('responds with 415 and a specific message to %s', async (_, make, text) => {
    const { status, body } = await upload(player, await make());
    expect([status, body.message]).toEqual([415, text]);
  });

  it('responds with 413 to an image with too many pixels or frames', async () => {
    expect((await upload(player, createPngBomb())).status).toBe(413);
    expect((await upload(player, createGif(5_000))).status).toBe(413);
  });

  it('rejects a file of more than 25 MB with 413 and a specific message', async () => {
    const { status, body } = await upload(player, Buffer.alloc(25 * 1024 * 1024 + 1));
    expect([status, body.message]).toEqual([413, '❌ Max 25MB per file.']);
  });

  it('rejects anything except a form with one file', async () => {
    const png = await createPng(9, 9);
    expect((await upload(player, png, { field: 'photo' })).status).toBe(400);
    expect((await upload(player, png, { fields: { temporary: 'perhaps' } })).status).toBe(400);
    expect((await upload(player, png, { fields: { color: 'red' } })).status).toBe(400);
    expect((await upload(player, png, { times: 2 })).status).toBe(400);
    expect((await upload(player, png, { times: 0, fields: { temporary: 'true' } })).status).toBe(400);
    const { status } = await player.call('POST /api/dm-attachments', { body: { file: 'x' } as never });
    expect(status).toBe(415);
  });

  it('rejects a form field that is named like a built-in property of objects', async () => {
    const png = await createPng(9, 9);
    expect((await upload(player, png, { fields: { constructor: 'x' } })).status).toBe(400);
    const { status } = await upload(player, png, { fields: JSON.parse('{"__proto__":"x"}') });
    expect(status).toBe(400);
  });

  it.each([
    [
      'without an end boundary',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nxyz',
    ],
    ['without a boundary', 'multipart/form-data', '--b\r\n\r\n--b--'],
    ['without content', 'multipart/form-data; boundary=b', ''],
    [
      'with too many headers',
      'multipart/form-data; boundary=b',
      `--b\r\n${'x: y\r\n'.repeat(5_000)}\r\nxyz\r\n--b--`,
    ],
  ])('responds with 400 to a form %s', async (_, type, body) => {
    const { status } = await player.fetch('/api/dm-attachments', {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-csrf-token': player.csrf },
    });
    expect(status).toBe(400);
  });

  it('deletes the files of an upload if its connection is lost before the end', async () => {
    const uploads = () => listFiles(app).filter((file) => file.startsWith('uploads'));
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      [
        'POST /api/dm-attachments HTTP/1.1',
        'host: 127.0.0.1',
        `cookie: ${player.cookieHeader}`,
        `x-csrf-token: ${player.cookies.get('XSRF-TOKEN')}`,
        'content-type: multipart/form-data; boundary=b',
        'content-length: 20000000',
        '',
        '--b',
        'content-disposition: form-data; name="file"; filename="x.png"',
        '',
        'x'.repeat(300_000),
      ].join('\r\n'),
    );
    await waitFor(() => expect(uploads()).toHaveLength(1));
    socket.destroy();
    await waitFor(() => expect(uploads()).toEqual([]));
  });

  it('deletes all files if one of them cannot be stored', async () => {
    const { files: stored } = app.site;
    const move = stored.moveFromFs.bind(stored);
    const broken = vi
      .spyOn(stored, 'moveFromFs')
      .mockImplementationOnce(move)
      .mockRejectedValueOnce(new Error('disk full'));
    expect((await upload(player, await createPng(9, 9))).status).toBe(500);
    broken.mockRestore();
  });
});

describe('HTML appended to an image', () => {
  it('is removed by the re-encoding', async () => {
    const hidden = '<script>alert(document.cookie)</script>';
    const both = Buffer.concat([await createPng(64, 64), Buffer.from(hidden)]);
    const { body } = await upload(player, both, { name: 'x.html' });
    expect((await player.bytes(body.attachment.url as string)).includes(hidden)).toBe(false);
  });
});

describe('unsent uploads', () => {
  it('are limited in number per player, even if they are uploaded concurrently', async () => {
    const other = await app.player();
    await query(
      app.site.db,
      sql`insert into attachments (owner_id, kind, created_at)
          select ${other.id}, 'youtube', ${app.clock.now()} from generate_series(1, 57)`,
    );
    const png = await createPng(9, 9);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(other, png)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    const url = 'https://youtu.be/dQw4w9WgXcQ';
    expect((await other.call('POST /api/dm-attachments/youtube', { body: { url } })).status).toBe(409);
    const mine = answers.flatMap(({ status, body }) => (status === 201 ? [body.attachment.id] : []));
    const [first = 0, ...rest] = mine;
    expect((await player.call('DELETE /api/dm-attachments/{id}', { params: { id: first } })).status).toBe(
      404,
    );
    expect((await other.call('DELETE /api/dm-attachments/{id}', { params: { id: first } })).status).toBe(200);
    expect((await other.fetch(`/media/attachments/${first}`)).status).toBe(404);
    expect((await upload(other, png)).status).toBe(201);
    await send(app, other, player, { ids: rest, messageId: 500 });
    const { status } = await other.call('DELETE /api/dm-attachments/{id}', { params: { id: rest[0] ?? 0 } });
    expect(status).toBe(404);
    expect((await upload(other, png)).status).toBe(201);
  });

  it('are limited in total bytes per player', async () => {
    const other = await app.player();
    await query(
      app.site.db,
      sql`insert into attachments (owner_id, kind, bytes, created_at)
          values (${other.id}, 'video', ${1024 ** 3}, ${app.clock.now()})`,
    );
    const png = await createPng(9, 9);
    expect((await upload(other, png)).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 14 }, () => upload(player, png)));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await upload(player, png)).status).toBe(201);
  });
});

describe('uploads within a day', () => {
  const MB = 1024 ** 2;
  /** Insert a sent attachment without a file, created `msAgo` milliseconds ago. */
  const sent = (ownerId: number, bytes: number, msAgo: number, temporary = false) =>
    query(
      app.site.db,
      sql`insert into attachments (owner_id, receiver_id, message_id, position, kind, bytes, temporary, created_at)
       values (${ownerId}, ${player.id}, nextval('messages_id_seq'), 0, 'video', ${bytes},
         ${temporary}, ${new Date(app.clock.now().getTime() - msAgo)})`,
    );

  it('are limited in total bytes per player', async () => {
    const other = await app.player();
    const png = await createPng(9, 9);
    await sent(other.id, 900 * MB, 24 * 3_600_000);
    await sent(other.id, 500 * MB, 23 * 3_600_000);
    await sent(other.id, 523 * MB, 3_600_000, true);
    expect((await upload(other, png)).status).toBe(201);
    await sent(other.id, MB, 0);
    const { status, headers, body } = await upload(other, png);
    expect([status, body]).toEqual([429, { code: 'tooOften', message: ATTACHMENT_TEXTS.dayFull }]);
    expect(Number(headers.get('retry-after'))).toBe(3_600);
    const url = 'https://youtu.be/dQw4w9WgXcQ';
    expect((await other.call('POST /api/dm-attachments/youtube', { body: { url } })).status).toBe(201);
    expect((await upload(player, png)).status).toBe(201);
    app.clock.advance(3_600_000);
    expect((await upload(other, png)).status).toBe(201);
  });

  it('stay within the limit even if they are concurrent', async () => {
    const other = await app.player();
    const png = await createPng(9, 9);
    await upload(other, png);
    const [{ bytes = 0 } = {}] = await query<{ bytes: number }>(
      app.site.db,
      sql`select bytes from attachments where owner_id = ${other.id}`,
    );
    await sent(other.id, 1024 * MB - 3 * bytes, 0);
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(other, png)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
  });

  // The planner prefers a sequential scan of a small table. With sequential and bitmap scans disabled, the planner must
  // use the index `attachments_uploaded`.
  if (process.env.TEST_DATABASE_URL)
    it('are summed without reading older uploads', async () => {
      const png = await createPng(9, 9);
      const statements = await recordStatements(app, () => upload(player, png));
      const statement = statements.find(({ text }) => text.includes('sum(bytes) over')) as Statement;
      for (const planning of PLAN_MODES) {
        const settings = ['enable_seqscan = off', 'enable_bitmapscan = off', planning];
        const nodes = nodesOf(await planOf(app, statement, { settings }));
        expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual(['attachments_uploaded']);
        expect(nodes.some((node) => node.Filter?.includes('created_at'))).toBe(false);
        expect(nodes.some((node) => node['Node Type'] === 'Sort')).toBe(false);
      }
    });
});

describe('a YouTube URL', () => {
  it('is stored as its video id', async () => {
    const { status, body } = await player.call('POST /api/dm-attachments/youtube', {
      body: { url: 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=3' },
    });
    expect([status, body.attachment]).toMatchObject([
      201,
      {
        kind: 'youtube',
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        thumbUrl: null,
        provider: 'youtube',
        providerId: 'dQw4w9WgXcQ',
      },
    ]);
  });

  it('is rejected if it has another host or scheme', async () => {
    for (const url of ['', 'https://evil.test/watch?v=dQw4w9WgXcQ', 'javascript:alert(1)']) {
      const { status, body } = await player.call('POST /api/dm-attachments/youtube', { body: { url } });
      expect([status, body.message]).toEqual([400, 'Invalid YouTube URL']);
    }
  });
});

const noisy = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  })
    .png()
    .toBuffer();

/** Remove the media data box, so that the header refers to positions beyond the end of the file. */
function withoutPictures(mp4: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let place = 0; place < mp4.length; place += mp4.readUInt32BE(place)) {
    const box = mp4.subarray(place, place + mp4.readUInt32BE(place));
    if (box.toString('latin1', 4, 8) !== 'mdat') kept.push(box);
  }
  return Buffer.concat(kept);
}

/** Set the number of frames in the sample size table. */
function withFrames(mp4: Buffer, frames: number): Buffer {
  const place = mp4.indexOf('stsz');
  expect(place).toBeGreaterThan(0);
  mp4.writeUInt32BE(frames, place + 12);
  return mp4;
}
