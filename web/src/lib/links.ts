/** A part of a text: plain, or a linked address. */
export type TextPart = { at: number; text: string; href: string | null };

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"\p{Cc}]+/giu;
/** Punctuation and brackets around an address belong to the text. */
const TRAILING_PUNCTUATION = /[.,;:!?'"…»”’*_~]+$/;

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

/** Split a text into plain parts and http(s) addresses. The joined parts equal the text. */
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
