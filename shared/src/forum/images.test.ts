import { describe, expect, it } from 'vitest';
import { imageUrlsIn } from './images.ts';

describe('the images of a forum post', () => {
  it.each([
    'https://example.com/a.gif',
    'http://example.com/a.png',
    'https://example.com/a.JPG?size=2&b=c#top',
    'HTTPS://example.com/b/a.jpeg#f',
    'https://example.com/a.webp?',
    'https://example.com:8443/%20/ü.png',
  ])('include the address %s on its own line', (address) => {
    expect(imageUrlsIn(`before\n  ${address}\t\r\nafter`)).toEqual([address]);
  });

  it.each([
    'look: https://example.com/a.gif',
    'https://example.com/a.gif https://example.com/b.gif',
    'https://example.com/a.svg',
    'https://example.com/gif',
    'https://example.com/?a.gif',
    'https://example.com/a#b.png',
    'https://a.gif',
    'ftp://example.com/a.gif',
    'javascript:alert(1)//a.gif',
    'data:image/png;base64,AAAA.png',
    'https://user:password@example.com/a.gif',
    'https://.gif',
    'https://[::1/a.gif',
    '//example.com/a.gif',
    '> https://example.com/a.gif',
    'https://example.com/a.gif\u200b',
  ])('do not include an address from the line %s', (line) => {
    expect(imageUrlsIn(line)).toEqual([]);
  });

  it('are in the order of the lines, without duplicates, and at most 20', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `https://example.com/${n}.png`);
    expect(imageUrlsIn([...lines.slice(0, 3), ...lines].join('\n'))).toEqual(lines.slice(0, 20));
  });

  it('do not include a long line that repeats an image extension', () => {
    expect(imageUrlsIn(`https://${'.gif/'.repeat(2_000)}`)).toEqual([]);
  });
});
