import type { ForumImage, ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';

/** A stretch of a post's lines: words, words of somebody else, or an image. `at` is its first line. */
export type Block =
  | { at: number; kind: 'text' | 'quote'; text: string }
  | { at: number; kind: 'image'; image: ForumImage };

const QUOTE = /^>\s?/;
/** More of a post is not quoted: it stands above. */
const QUOTE_LIMITS = { lines: 12, length: 800 };

/** The lines of a post as what they are. An image is what the server says is one. */
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
  // Empty lines around an image or a quote are room enough by themselves.
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'image') return [block];
    const text = block.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
    return text === '' ? [] : [{ ...block, text }];
  });
}

/** A post as lines to answer below: who wrote it and what, without what they quoted themselves. */
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
  // Not in the middle of a character.
  if (isCut)
    text = `${text
      .slice(0, QUOTE_LIMITS.length)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd()} …`;
  const quoted = [FORUM_TEXTS.quoted(author.username), ...text.split('\n')];
  return quoted.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** What is being written with a quote put to it. */
export const withQuote = (text: string, quote: string): string =>
  text.trim() === '' ? `${quote}\n\n` : `${text.trimEnd()}\n\n${quote}\n\n`;

/** What is sent: words and the address of a GIF, trimmed, one below the other. */
export const joinBody = (text: string, gifUrl: string | null): string =>
  [text.trim(), gifUrl].filter(Boolean).join('\n');
