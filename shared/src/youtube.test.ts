import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { youtubeId, youtubeWatchUrl } from './youtube.ts';

const ID = 'dQw4w9WgXcQ';

describe('youtubeId', () => {
  it.each([
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abc&t=42`,
    `https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?list=PL1&v=${ID}&t=1s#top`,
    `http://youtube.com/watch/?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://youtube.com/live/${ID}?feature=share`,
    `https://www.youtube.com/embed/${ID}/`,
    `youtu.be/${ID}`,
    `  www.youtube.com/watch?v=${ID} `,
    `HTTPS://YouTu.be/${ID}`,
  ])('finds the video in %s', (address) => expect(youtubeId(address)).toBe(ID));

  it.each([
    '',
    ID,
    'https://youtu.be/',
    `https://youtu.be/${ID}x`,
    `https://youtu.be/${ID}/x`,
    'https://www.youtube.com/watch',
    `https://www.youtube.com/watch?v=${ID.slice(1)}`,
    'https://www.youtube.com/watch?v=<script>abc',
    `https://www.youtube.com/user/${ID}`,
    `https://www.youtube.com/embed/x/${ID}`,
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=x',
    `https://youtube.com.evil.test/watch?v=${ID}`,
    `https://evil.test/watch?v=${ID}`,
    `https://evil.test/https://youtu.be/${ID}`,
    `https://youtube.com@evil.test/watch?v=${ID}`,
    `https://me:you@youtube.com/watch?v=${ID}`,
    `https://youtube.com:8443/watch?v=${ID}`,
    `javascript://youtube.com/watch?v=${ID}`,
    `ftp://youtube.com/watch?v=${ID}`,
  ])('finds no video in %s', (address) => expect(youtubeId(address)).toBeNull());

  it('returns the video id for every notation of the URL', () => {
    const ids = fc.stringMatching(/^[\w-]{11}$/).filter((id) => id !== 'videoseries' && id !== 'live_stream');
    const shapes = fc.constantFrom(
      youtubeWatchUrl,
      (id: string) => `https://youtu.be/${id}`,
      (id: string) => `m.youtube.com/shorts/${id}`,
      (id: string) => `http://youtube.com/live/${id}?x=1`,
    );
    fc.assert(fc.property(ids, shapes, (id, shape) => youtubeId(shape(id)) === id));
  });

  it('returns an id or null for any input, and never throws', () => {
    const parts = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('youtu.be', '/', 'watch?v=', 'https://', ID, '@')),
    );
    fc.assert(
      fc.property(
        parts.map((all) => all.join('')),
        (address) => {
          const id = youtubeId(address);
          return id === null || /^[\w-]{11}$/.test(id);
        },
      ),
    );
  });
});
