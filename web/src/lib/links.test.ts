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
  ['https://example.comです', ['https://example.com/']],
  ['https://münchen.example/x', ['https://xn--mnchen-3ya.example/x']],
  ['https://例え.テスト/パス', ['https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9']],
  ['https://www.例え.jp', ['https://www.xn--r8jz45g.jp/']],
  ['「https://example.com」', ['https://example.com/']],
  ['（https://example.com）', ['https://example.com/']],
  ['https://example.com/a、次', ['https://example.com/a']],
  ['https://example.com/a_b_c_', ['https://example.com/a_b_c_']],
  ['https://example.com/a~', ['https://example.com/a~']],
  ['https://example.com/Yahoo!', ['https://example.com/Yahoo!']],
  ['at https://example.com!', ['https://example.com/']],
  ['https://example.com:8443/a?b', ['https://example.com:8443/a?b']],
  ['https://[::1]:8080/a', ['https://[::1]:8080/a']],
  ['https://my_site.example.com/x', ['https://my_site.example.com/x']],
  ['https://exаmple.com', []],
  ['http://localhost:3000/x', ['http://localhost:3000/x']],
  ['https://example.com/x\u202Egpj.exe', ['https://example.com/x']],
  ['https://example.com/x؟', ['https://example.com/x']],
  ['https://example.com/x।', ['https://example.com/x']],
  ['‹https://example.com/x› {https://example.com/y}', ['https://example.com/x', 'https://example.com/y']],
  ['`https://example.com/x` |https://example.com/y|', ['https://example.com/x', 'https://example.com/y']],
  ['https://example.com@evil.example/', []],
])('splits %j into text and the URLs %j', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

it('links only http and https URLs', () => {
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

it('is fast for long runs of dots and brackets', () => {
  // If the time grew with the square of the length, this text would exceed the test's time limit.
  const [dots, brackets] = ['.'.repeat(200_000), ')'.repeat(200_000)];
  expect(splitLinks(`https://a.example/${dots}x${brackets}`)[0]?.href).toBe(`https://a.example/${dots}x`);
});
