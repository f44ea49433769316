import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinBody, parseBlocks, quotePost, withQuote } from './body.ts';

const image = { url: 'https://a.example/x.png', src: '/outside/1' };
const author = { id: 1, username: 'Ysolde', avatarUrl: null, level: 3 };

it('splits a post into text, quotes and images', () => {
  const body = `Hello\n\n  ${image.url}  \n\n> Bran wrote:\n>  what\n\nso\nhttps://b.example/y.png`;
  expect(parseBlocks({ body, images: [image] })).toEqual([
    { at: 0, kind: 'text', text: 'Hello' },
    { at: 2, kind: 'image', image },
    { at: 4, kind: 'quote', text: 'Bran wrote:\n what' },
    { at: 6, kind: 'text', text: 'so\nhttps://b.example/y.png' },
  ]);
  expect(parseBlocks({ body: `> ${image.url}`, images: [image] })).toEqual([
    { at: 0, kind: 'quote', text: image.url },
  ]);
  expect(parseBlocks({ body: ' \n\n', images: [] })).toEqual([]);
});

it('keeps every word of a post that is split into blocks', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a b', '> c', '>', '', ' ', image.url, '<b>')), (lines) => {
      const words = (text: string) => text.replaceAll(/^> ?/gm, '').split(/\s+/).filter(Boolean);
      const shown = parseBlocks({ body: lines.join('\n'), images: [image] }).map((block) =>
        block.kind === 'image' ? block.image.url : block.text,
      );
      expect(words(shown.join('\n'))).toEqual(words(lines.join('\n')));
    }),
  );
});

it('quotes the author’s own text, or the whole post if it contains only quotes, up to a maximum length', () => {
  const quote = quotePost({ body: '> Bran wrote:\n> old\n\nNew words\nin two lines', author });
  expect(quote).toBe('> Ysolde wrote:\n> New words\n> in two lines');
  expect(quotePost({ body: '> Bran wrote:\n> old', author })).toBe('> Ysolde wrote:\n> Bran wrote:\n> old');
  expect(quotePost({ body: 'x\n'.repeat(500), author }).split('\n')).toHaveLength(13);
  const long = quotePost({ body: '😀'.repeat(5_000), author });
  expect(long.length).toBeLessThan(900);
  expect(long.isWellFormed()).toBe(true);
  expect(long.endsWith(' …')).toBe(true);
  expect(parseBlocks({ body: `${withQuote('Before ', quote)}after`, images: [] })).toEqual([
    { at: 0, kind: 'text', text: 'Before' },
    { at: 2, kind: 'quote', text: 'Ysolde wrote:\nNew words\nin two lines' },
    { at: 5, kind: 'text', text: 'after' },
  ]);
});

it('joins trimmed text and a GIF with a line break', () => {
  expect(joinBody('  hi \n', null)).toBe('hi');
  expect(joinBody('  hi \n', 'https://g.example/1.gif')).toBe('hi\nhttps://g.example/1.gif');
  expect(joinBody('  ', 'https://g.example/1.gif')).toBe('https://g.example/1.gif');
  expect(joinBody(' ', null)).toBe('');
});
