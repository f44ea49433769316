/** A part of a text: plain text or a link. */
export type TextPart = { at: number; text: string; href: string | null };

/**
 * A label of a host name: the part between two dots. It does not mix Latin letters with letters of other scripts,
 * because a mixed label can look like a label of another host.
 */
const LABEL = String.raw`(?:[\p{Script=Latin}\p{M}\p{N}_\-]+|[[\p{L}\p{M}\p{N}\-]--\p{Script=Latin}]+)`;
const HOST = String.raw`(?:${LABEL}(?:\.${LABEL})*|\[[\da-f:.]+\])`;
/**
 * Characters that end a URL: whitespace, angle brackets, quotes, invisible characters (some of them reverse text), and
 * brackets and punctuation of East Asian texts.
 */
const END = String.raw`\s<>"\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF“”„«»‹›\u3001-\u3003\u3008-\u3011\u3014-\u301F\uFF01\uFF02\uFF08\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3B\uFF3D\uFF5B\uFF5D\uFF5F-\uFF65`;
/** Excludes URLs with a user name, which can look like URLs of another host. */
const URL_PATTERN = new RegExp(
  String.raw`\bhttps?:\/\/(?![^${END}\/?#]*@)${HOST}(?::\d+)?(?:[\/?#][^${END}]*)?`,
  'giv',
);
/** Punctuation removed from the end of a URL, because it ends a sentence, a quote or emphasis. */
const TRAILING_PUNCTUATION = new Set('.,;:?\'"…’*`|،؛؟۔।॥');

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** Return a URL without the punctuation and the unbalanced closing brackets at its end. */
function trimUrl(urlText: string): string {
  const unbalanced: Record<string, number> = {
    ')': countOf(urlText, ')') - countOf(urlText, '('),
    ']': countOf(urlText, ']') - countOf(urlText, '['),
    '}': countOf(urlText, '}') - countOf(urlText, '{'),
  };
  let end = urlText.length;
  for (; end > 0; end--) {
    const last = urlText[end - 1] ?? '';
    if (TRAILING_PUNCTUATION.has(last)) continue;
    const closing = unbalanced[last] ?? 0;
    if (closing <= 0) break;
    unbalanced[last] = closing - 1;
  }
  return urlText.slice(0, end);
}

/**
 * Hosts without a dot that become links: `localhost` and IPv6 addresses. Other hosts without a dot stay plain text,
 * because they might be incomplete: `URL_PATTERN` stops where a name switches to another script.
 */
const DOTLESS_HOST = /^(?:localhost|\[.*\])$/;

/** Split the text into parts: plain text and http(s) URLs. The joined parts equal the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (until: number, href: string | null) => {
    if (until > end) parts.push({ at: end, text: text.slice(end, until), href });
    end = Math.max(end, until);
  };
  for (const { 0: found, index } of text.matchAll(URL_PATTERN)) {
    const urlText = trimUrl(found);
    const url = URL.parse(urlText);
    if (!url || !(url.hostname.includes('.') || DOTLESS_HOST.test(url.hostname))) continue;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') continue;
    add(index, null);
    add(index + urlText.length, url.href);
  }
  add(text.length, null);
  return parts;
}
