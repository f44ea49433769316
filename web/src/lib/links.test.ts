import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLinks } from './links.ts';

const links = (text: string) => splitLinks(text).flatMap(({ href }) => (href === null ? [] : [href]));

it.each([
  ['see https://example.com/a.', ['https://example.com/a']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['HTTP://EXAMPLE.com', ['http://example.com/']],
  ['https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
  ['“https://example.com/x?y=1&z=2#w”', ['https://example.com/x?y=1&z=2#w']],
  ['javascript:alert(1)', []],
  ['data:text/html,<script>', []],
  ['ftp://example.com', []],
  ['https://', []],
  ['https://<b>', []],
  ['no link', []],
])('finds in %j the addresses %j', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

it('preserves all text, and links only to http and https', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('https://', 'http://a.b/c', 'javascript:', ' ', ')', '.'), fc.string()))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (words) => {
      expect(
        splitLinks(words)
          .map((part) => part.text)
          .join(''),
      ).toBe(words);
      for (const href of links(words)) expect(href).toMatch(/^https?:\/\//);
    }),
  );
});
