const QUOTES = /[\u2018\u2019\u201A\u201B\u2032\u2035\u00B4\u0060\u02B9\u02BC\uFF07]/gu;
const DOUBLE_QUOTES = /[\u201C\u201D\u201E\u201F\u2033\u2036\u00AB\u00BB\uFF02]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const IGNORABLES = /\p{Default_Ignorable_Code_Point}+/gu;
/** Accents of scripts whose readers search without them; in other scripts, marks are vowels or parts of letters. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}+/gu;

const foldOnce = (text: string): string =>
  text
    .replaceAll(QUOTES, "'")
    .replaceAll(DOUBLE_QUOTES, '"')
    .replaceAll(DASHES, '-')
    .replaceAll(IGNORABLES, '')
    .normalize('NFKC')
    // Full case folding: upper case expands ß, and a final sigma is a sigma.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .replaceAll(/[\s\p{Z}]+/gu, ' ');

/**
 * Return a text as every search compares it, the text searched and the search term alike: NFKC with full case folding,
 * without accents and invisible characters, with plain quotes and dashes and single spaces. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  for (let before = text; ; ) {
    const folded = foldOnce(before);
    if (folded === before) return folded;
    before = folded;
  }
}
