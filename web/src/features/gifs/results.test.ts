import { GIPHY_API } from '@rivalhold/shared/gifs.ts';
import { expect, it } from 'vitest';
import { nextGridIndex, parseGifPage } from './results.ts';

const picture = (file: string, width = '356', height = '200') => ({
  url: `https://media2.giphy.com/media/abc/${file}?cid=secret&rid=${file}&ct=g`,
  width,
  height,
});
const item = (id: string, images: object = { fixed_height: picture('200.gif') }) => ({
  id,
  title: 'A cat',
  images,
});
const page = (data: unknown[], total = 1_000) => ({
  data,
  pagination: { total_count: total, count: data.length },
});

it('returns the id, size and title of a GIF, and its URLs without query strings', () => {
  const images = { fixed_height: picture('200.gif'), fixed_width: picture('200w.gif', '200', '112') };
  const { gifs } = parseGifPage(page([{ ...item('abc', images), alt_text: 'A cat falls' }]), 0, GIPHY_API);
  const url = 'https://media2.giphy.com/media/abc/200.gif';
  expect(gifs).toEqual([
    {
      choice: { url, id: 'abc', width: 356, height: 200 },
      title: 'A cat falls',
      preview: 'https://media2.giphy.com/media/abc/200w.gif',
    },
  ]);
});

it('uses another rendition of a GIF if the first has no size', () => {
  const images = { fixed_height: picture('200.gif', '0'), downsized: picture('small.gif', '480', '270') };
  expect(parseGifPage(page([item('abc', images)]), 0, GIPHY_API).gifs[0]?.choice.width).toBe(480);
});

it('drops GIFs from other sites, and ignores malformed responses', () => {
  const elsewhere = { fixed_height: { ...picture('x'), url: 'https://evil.example/200.gif' } };
  const script = { fixed_height: { ...picture('x'), url: 'javascript:alert(1)' } };
  expect(parseGifPage(page([item('a', elsewhere), item('b', script), item('')]), 0, GIPHY_API).gifs).toEqual(
    [],
  );
  for (const result of [null, 1, 'x', {}, { data: null }, { data: [null, 3, {}] }]) {
    expect(parseGifPage(result, 0, GIPHY_API)).toEqual({ gifs: [], nextOffset: null });
  }
});

it('returns the next offset, and null at the end', () => {
  const full = Array.from({ length: 20 }, (_, n) => item(`g${n}`));
  expect(parseGifPage(page(full), 0, GIPHY_API).nextOffset).toBe(20);
  expect(parseGifPage(page(full, 40), 20, GIPHY_API).nextOffset).toBeNull();
  expect(parseGifPage(page(full.slice(0, 7)), 20, GIPHY_API).nextOffset).toBeNull();
});

it('moves through the grid with keys, but never out of the grid', () => {
  expect(nextGridIndex('ArrowRight', 1, 3, 7)).toBe(2);
  expect(nextGridIndex('ArrowDown', 1, 3, 7)).toBe(4);
  expect(nextGridIndex('ArrowDown', 5, 3, 7)).toBe(5);
  expect(nextGridIndex('ArrowUp', 1, 3, 7)).toBe(1);
  expect(nextGridIndex('Home', 5, 3, 7)).toBe(0);
  expect(nextGridIndex('End', 1, 3, 7)).toBe(6);
  expect(nextGridIndex('Enter', 1, 3, 7)).toBeNull();
});
