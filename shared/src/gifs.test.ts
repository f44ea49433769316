import { expect, it } from 'vitest';
import { GIPHY_API, isGifUrl } from './gifs.ts';

it.each([
  ['https://media2.giphy.com/media/abc/200.gif', true],
  ['https://i.giphy.com/abc.webp', true],
  ['http://media2.giphy.com/media/abc/200.gif', false],
  ['https://media2.giphy.com:8443/abc.gif', false],
  ['https://media2.giphy.com.evil.example/abc.gif', false],
  ['https://evil.example/media2.giphy.com/abc.gif', false],
  ['https://user@media2.giphy.com/abc.gif', false],
  ['https://api.giphy.com/v1', false],
  ['https:media.giphy.com/../../api/combat/2?opponentId=1', false],
  ['https:/media.giphy.com/a.gif', false],
  [' https://media.giphy.com/a.gif', false],
  ['https://media.giphy.com\\a.gif', false],
  ['https://media.giphy.com/a/../b.gif', false],
  ['HTTPS://media.giphy.com/a.gif', false],
  ['javascript:alert(1)', false],
  ['', false],
])('reports whether %s is the URL of a GIF from the provider: %j', (address, expected) => {
  expect(isGifUrl(address, GIPHY_API)).toBe(expected);
});

it('accepts a GIF only from the origin of the configured provider', () => {
  const address = 'http://127.0.0.1:9999/media/a.gif';
  expect(isGifUrl(address, 'http://127.0.0.1:9999')).toBe(true);
  expect(isGifUrl(address, 'http://127.0.0.1:9998')).toBe(false);
});
