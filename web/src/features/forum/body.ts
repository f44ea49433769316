import type { ForumImage, ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';

/** Consecutive lines of a post: text, a quote or an image. `at` is the index of the first line. */
export type Block =
  | { at: number; kind: 'text' | 'quote'; text: string }
  | { at: number; kind: 'image'; image: ForumImage };

const QUOTE = /^>\s?/;
/** Maximum number of lines and characters in a quote. Readers can find the full post earlier in the thread. */
const QUOTE_LIMITS = { lines: 12, length: 800 };

/** Parse a post into blocks. A line becomes an image if it is a URL in the server's list of images. */
export function parseBlocks({ body, images }: Pick<ForumPost, 'body' | 'images'>): Block[] {
  const imageOf = new Map(images.map((image) => [image.url, image]));
  const blocks: Block[] = [];
  for (const [at, line] of body.split('\n').entries()) {
    const image = imageOf.get(line.trim());
    if (image) {
      blocks.push({ at, kind: 'image', image });
      continue;
    }
    const kind = QUOTE.test(line) ? 'quote' : 'text';
    const text = kind === 'quote' ? line.replace(QUOTE, '') : line;
    const last = blocks.at(-1);
    if (last?.kind === kind) last.text += `\n${text}`;
    else blocks.push({ at, kind, text });
  }
  // Drop empty lines around blocks, because blocks already have spacing.
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'image') return [block];
    const text = block.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
    return text === '' ? [] : [{ ...block, text }];
  });
}

/**
 * Return a quote of a post, with the author's name. Omit quotes inside the post, unless the post contains only quotes.
 */
export function quotePost({ body, author }: Pick<ForumPost, 'body' | 'author'>): string {
  const all = body.trim().split('\n');
  const own = all
    .filter((line) => !QUOTE.test(line))
    .join('\n')
    .trim()
    .split('\n');
  const lines = own.join('') === '' ? all.map((line) => line.replace(QUOTE, '')) : own;
  let text = lines.slice(0, QUOTE_LIMITS.lines).join('\n');
  const isCut = lines.length > QUOTE_LIMITS.lines || text.length > QUOTE_LIMITS.length;
  // Do not cut a surrogate pair.
  if (isCut)
    text = `${text
      .slice(0, QUOTE_LIMITS.length)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd()} …`;
  const quoted = [FORUM_TEXTS.quoted(author.username), ...text.split('\n')];
  return quoted.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** Append a quote to a draft. */
export const withQuote = (text: string, quote: string): string =>
  text.trim() === '' ? `${quote}\n\n` : `${text.trimEnd()}\n\n${quote}\n\n`;

/** Join the trimmed text and the URL of a GIF with a line break. */
export const joinBody = (text: string, gifUrl: string | null): string =>
  [text.trim(), gifUrl].filter(Boolean).join('\n');
