import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/** A GIF in the grid: the value that a press selects, and a smaller preview image. */
export type Gif = { choice: GifChoice; title: string; preview: string };
/** A page of GIFs; `nextOffset` is null at the end. */
export type GifPage = { gifs: Gif[]; nextOffset: number | null };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const readField = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

/** Return a provider's URL without the query string, which would identify this site. Return null for other values. */
function gifUrl(value: unknown, apiBase: string): string | null {
  if (typeof value !== 'string' || !isGifUrl(value, apiBase)) return null;
  const { origin, pathname } = new URL(value);
  return origin + pathname;
}

function parseGif(item: unknown, apiBase: string): Gif | null {
  const id = readField(item, 'id');
  const images = readField(item, 'images');
  if (typeof id !== 'string' || id === '') return null;
  const candidates = ['fixed_height', 'downsized', 'original'].flatMap((name) => {
    const picture = readField(images, name);
    const url = gifUrl(readField(picture, 'url'), apiBase);
    const [width, height] = [Number(readField(picture, 'width')), Number(readField(picture, 'height'))];
    return url && Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
      ? [{ url, id, width, height }]
      : [];
  });
  const choice = candidates[0];
  if (!choice) return null;
  const preview = gifUrl(readField(readField(images, 'fixed_width'), 'url'), apiBase) ?? choice.url;
  const titleText = [readField(item, 'alt_text'), readField(item, 'title')].find(
    (text) => typeof text === 'string' && text,
  );
  return { choice, title: typeof titleText === 'string' ? titleText : '', preview };
}

/**
 * Parse the provider's response to a request for the page at `offset`. Items without an id, a size or a URL of the
 * provider are dropped.
 */
export function parseGifPage(result: unknown, offset: number, apiBase: string): GifPage {
  const data = readField(result, 'data');
  const items: unknown[] = Array.isArray(data) ? data : [];
  const gifs = items.map((item) => parseGif(item, apiBase)).filter((gif) => gif !== null);
  const total = readField(readField(result, 'pagination'), 'total_count');
  const reached = offset + items.length;
  const more = items.length >= LIMITS.gifs.page && (typeof total !== 'number' || reached < total);
  return { gifs, nextOffset: more ? reached : null };
}

/** Return the index to which a key moves the focus in a grid with `columns` columns, or null for other keys. */
export function nextGridIndex(key: string, at: number, columns: number, count: number): number | null {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : to < 0 || to >= count ? at : to;
}
