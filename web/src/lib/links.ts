/** A part of a text: words, or a link. */
export type TextPart = { at: number; text: string; href: string | null };

/** Letters, marks and digits of one label of a host: Latin ones, or those of other scripts. */
const LABEL = String.raw`(?:[\p{Script=Latin}\p{M}\p{N}\-]+|[[\p{L}\p{M}\p{N}\-]--\p{Script=Latin}]+)`;
const HOST = String.raw`(?:${LABEL}(?:\.${LABEL})*|\[[\da-f:.]+\])`;
/** Brackets and punctuation of East Asian texts, and double quotes, end a URL. */
const END = String.raw`\s<>"\p{Cc}“”„«»\u3001-\u3003\u3008-\u3011\u3014-\u301F\uFF01\uFF02\uFF08\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3B\uFF3D\uFF5B\uFF5D\uFF5F-\uFF65`;
/** A URL that names a user pretends to lead to another host, and is not linked. */
const URL_PATTERN = new RegExp(
  String.raw`\bhttps?:\/\/(?![^${END}\/?#]*@)${HOST}(?::\d+)?(?:[\/?#][^${END}]*)?`,
  'giv',
);
/** Punctuation that ends a sentence, or closes quotes or emphasis around a URL, belongs to the text. */
const TRAILING_PUNCTUATION = /[.,;:?'…’*]+$/;

function trimUrl(urlText: string): string {
  for (let rest = urlText; ; ) {
    const next = rest.replace(TRAILING_PUNCTUATION, '');
    const unbalanced =
      (next.endsWith(')') && next.split('(').length < next.split(')').length) ||
      (next.endsWith(']') && next.split('[').length < next.split(']').length);
    const shorter = unbalanced ? next.slice(0, -1) : next;
    if (shorter === rest) return rest;
    rest = shorter;
  }
}

/** Split a text into words and its http(s) URLs. Joined again, the parts are the text. */
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
    if (!url?.hostname || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue;
    add(index, null);
    add(index + urlText.length, url.href);
  }
  add(text.length, null);
  return parts;
}
