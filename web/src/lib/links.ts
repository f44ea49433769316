/** A part of a text: words, or an address one can go to. */
export type TextPart = { at: number; text: string; href: string | null };

const ADDRESS = /\bhttps?:\/\/[^\s<>"\p{Cc}]+/giu;
/** What ends a sentence, or a bracket around an address, belongs to the text. */
const TRAILING = /[.,;:!?'"…»”’*_~]+$/;

function trimmed(address: string): string {
  for (let rest = address; ; ) {
    const next = rest.replace(TRAILING, '');
    const unbalanced =
      (next.endsWith(')') && next.split('(').length < next.split(')').length) ||
      (next.endsWith(']') && next.split('[').length < next.split(']').length);
    const shorter = unbalanced ? next.slice(0, -1) : next;
    if (shorter === rest) return rest;
    rest = shorter;
  }
}

/** Splits a text into words and the http(s) addresses in it. Joined again, the parts are the text. */
export function withLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const add = (until: number, href: string | null) => {
    if (until > done) parts.push({ at: done, text: text.slice(done, until), href });
    done = Math.max(done, until);
  };
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    const url = URL.parse(address);
    if (!url?.hostname || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue;
    add(index, null);
    add(index + address.length, url.href);
  }
  add(text.length, null);
  return parts;
}
