/** A part of a text: words, or an address one can go to. */
export type TextPart = { at: number; text: string; href: string | null };

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"\p{Cc}]+/giu;
/** What ends a sentence, or a bracket around an address, belongs to the text. */
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

/** Splits a text into words and the http(s) addresses in it. Joined again, the parts are the text. */
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
