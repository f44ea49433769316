import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasFfmpeg } from '../../../../scripts/testing/ffmpeg.ts';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createVideo, VIDEO_SIZE } from '../../features/attachments/testing.ts';
import { createPng, mediaPath } from '../../testing/images.ts';
import { AppError } from '../errors.ts';
import { renderImage } from './images.ts';
import { looksLikeVideo, rewriteVideo } from './videos.ts';

const uploader = { userId: 1, signal: new AbortController().signal };
const { PATH } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
});

/** Write a video to a new folder. The video is given as bytes or as the name of a file in `testing/media`. */
function put(source: string | Buffer): { file: string; to: string } {
  const file = join(temporaryFolder(), 'video');
  if (typeof source === 'string') copyFileSync(mediaPath(source), file);
  else writeFileSync(file, source);
  return { file, to: `${file}-new` };
}

async function rewrite(source: string | Buffer, by = uploader) {
  const { file, to } = put(source);
  return { ...(await rewriteVideo(file, to, by)), bytes: readFileSync(to) };
}

/** Put a shell script named ffmpeg first on PATH. */
function fakeFfmpeg(script: string): void {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'ffmpeg'), 0o755);
  process.env.PATH = `${folder}:${PATH}`;
}

/** Change PATH so that it contains no ffmpeg. */
function withoutFfmpeg(): void {
  process.env.PATH = temporaryFolder();
}

describe('bytes after the last box of a video', () => {
  it.each(['trailer-newline.mp4', 'trailer-text.mp4'])('are ignored: %s', async (name) => {
    expect(await rewrite(name)).toMatchObject({ container: 'mp4', removedSound: null });
  });

  it.each<[string, Buffer]>([
    ['one byte', Buffer.from('\n')],
    ['zeros', Buffer.alloc(5_000)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', readFileSync(mediaPath('anim.png'))],
    ['a cut box', Buffer.from('0000ffff66726565aabb', 'hex')],
  ])('are ignored: %s', async (_name, trailer) => {
    for (const headerLast of [true, false]) {
      const video = await createVideo({ container: 'mp4', headerLast, sound: true });
      const { bytes, ...info } = await rewrite(Buffer.concat([video, trailer]));
      const { bytes: expected, ...expectedInfo } = await rewrite(video);
      expect([info, bytes.length]).toEqual([expectedInfo, expected.length]);
    }
  });

  it('do not prevent the detection of missing media data', async () => {
    const video = await createVideo({ container: 'mp4' });
    const cut = Buffer.concat([video.subarray(0, video.length - 1_000), Buffer.from('\n')]);
    await expect(rewrite(cut)).rejects.toMatchObject({ code: 'mediaType' });
  });
});

it('treats HEIC as a picture and QuickTime as a video', async () => {
  expect(await looksLikeVideo(mediaPath('heic-named.jpg'))).toBe(false);
  expect(await looksLikeVideo(mediaPath('hevc.mov'))).toBe(true);
});

// A conversion can be slow while other tests run.
const timeout = slowTestTimeout(60_000);
describe.skipIf(!hasFfmpeg())('a video that some browsers cannot play', { timeout }, () => {
  it('is converted to H.264 and AAC', async () => {
    const { bytes, ...video } = await rewrite('hevc.mov');
    expect(video).toMatchObject({ container: 'mp4', removedSound: null });
    expect(video.durationMs).toBeGreaterThan(500);
    expect([bytes.includes('avc1'), bytes.includes('mp4a'), bytes.includes('hvc1')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(['alac.mov', 'amr.mp4'])(
    'gets AAC sound if its sound is the only part that browsers cannot play: %s',
    async (name) => {
      const { bytes, removedSound } = await rewrite(name);
      expect([removedSound, bytes.includes('mp4a'), bytes.includes('alac'), bytes.includes('samr')]).toEqual([
        null,
        true,
        false,
        false,
      ]);
    },
  );

  it('is refused with the name of its codec if its content is damaged', async () => {
    const video = readFileSync(mediaPath('hevc.mov'));
    const data = video.indexOf('mdat') + 4;
    const end = data - 8 + video.readUInt32BE(data - 8);
    await expect(rewrite(video.fill(0x5a, data, end))).rejects.toMatchObject({
      code: 'mediaType',
      message: expect.stringContaining('HEVC video couldn’t be converted'),
    });
  });
});

describe('without ffmpeg', () => {
  it('an unplayable video is refused with the name of its codec', async () => {
    withoutFfmpeg();
    await expect(rewrite('hevc.mov')).rejects.toMatchObject({
      code: 'mediaType',
      message:
        'HEVC videos can’t be used here. Save this video as a standard H.264 MP4 video. On an iPhone, choose Settings › Camera › Formats › Most Compatible.',
    });
  });

  it.each([
    ['alac.mov', 'ALAC'],
    ['amr.mp4', 'AMR'],
  ])('the sound of %s is removed', async (name, codec) => {
    withoutFfmpeg();
    const { bytes, removedSound } = await rewrite(name);
    expect([removedSound, bytes.includes('soun')]).toEqual([codec, false]);
  });
});

describe('conversions', () => {
  it('run one at a time, and at most ten can wait', async () => {
    const folder = temporaryFolder();
    const release = join(folder, 'release');
    fakeFfmpeg(`echo x >> '${folder}/started'; while [ ! -e '${release}' ]; do sleep 0.1; done; exit 1`);
    const sent = Array.from({ length: 12 }, (_, user) =>
      rewrite('hevc.mov', { ...uploader, userId: user }).catch((error: unknown) => error),
    );
    const first = await Promise.race(sent);
    expect(first).toMatchObject({ code: 'unavailable', retryAfter: 60 });
    const picture = join(folder, 'picture');
    writeFileSync(picture, await createPng());
    expect(await renderImage(picture, [{ width: 8, height: 8, fit: 'inside' }], uploader)).toHaveLength(1);
    expect(await rewrite(await createVideo({ container: 'mp4' }))).toMatchObject(VIDEO_SIZE);
    await waitFor(() => expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('x\n'));
    writeFileSync(release, '');
    const ended = await Promise.all(sent);
    expect(ended.filter((error) => (error as { code: string }).code === 'unavailable')).toHaveLength(1);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('x\n'.repeat(11));
  });

  it('are stopped when the uploader disconnects', async () => {
    const folder = temporaryFolder();
    // Write the file under another name first, so that it is complete as soon as it exists.
    fakeFfmpeg(`echo $$ > '${folder}/new'; mv '${folder}/new' '${folder}/pid'; exec sleep 60`);
    const gone = new AbortController();
    const sent = rewrite('hevc.mov', { userId: 1, signal: gone.signal });
    await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true);
    gone.abort(new AppError('invalid'));
    await expect(sent).rejects.toMatchObject({ code: 'invalid' });
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('count towards the time limit of the uploader, even if they fail', async () => {
    const folder = temporaryFolder();
    const charged: number[] = [];
    const begun = performance.now();
    const gone = new AbortController();
    const by = (signal: AbortSignal) => ({
      userId: 1,
      signal,
      conversions: { owner: 1, check: async () => {}, charge: async (ms: number) => void charged.push(ms) },
    });
    const playable = join(folder, 'playable');
    writeFileSync(playable, await createVideo({ container: 'mp4' }));
    fakeFfmpeg(`for to; do :; done; sleep 0.3; cp '${playable}' "$to"`);
    await rewrite('hevc.mov', by(uploader.signal));
    process.env.PATH = PATH;
    fakeFfmpeg('sleep 0.3; exit 1');
    await expect(rewrite('hevc.mov', by(uploader.signal))).rejects.toMatchObject({ code: 'mediaType' });
    process.env.PATH = PATH;
    fakeFfmpeg(`sleep 0.3; echo > '${folder}/started'; exec sleep 60`);
    const sent = rewrite('hevc.mov', by(gone.signal));
    await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true);
    gone.abort(new AppError('invalid'));
    await expect(sent).rejects.toMatchObject({ code: 'invalid' });
    // Each conversion takes at least 300 ms. Allow for rounding.
    const expected = expect.toSatisfy((ms: number) => ms >= 250);
    expect(charged).toEqual([expected, expected, expected]);
    const total = charged.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeLessThan(performance.now() - begun);
  });

  it('run without secrets and with limited resources', async () => {
    const folder = temporaryFolder();
    process.env.SESSION_SECRET = 'secret-of-the-site';
    const limits = 'ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c';
    fakeFfmpeg(`{ env; ${limits}; cat /proc/net/dev; echo "$@"; } > '${folder}/seen'; exit 1`);
    await expect(rewrite('hevc.mov')).rejects.toMatchObject({ code: 'mediaType' });
    delete process.env.SESSION_SECRET;
    const seen = readFileSync(join(folder, 'seen'), 'utf8');
    expect(seen).not.toContain('secret-of-the-site');
    expect(seen).toContain('-protocol_whitelist file -f mov');
    expect(seen.split('\n')).toEqual(expect.arrayContaining(['2097152', '180', '102400', '64', '0']));
    const canIsolate = spawnSync('unshare', ['--user', '--net', 'true']).status === 0;
    const interfaces = [...seen.matchAll(/^ *(\w+):/gm)].map(([, name]) => name);
    if (canIsolate) expect(interfaces).toEqual(['lo']);
  });
});
