const QUOTES =
  /[\u2018\u2019\u201A\u201B\u2032\u2035\u00B4\u0060\u02B9\u02BB\u02BC\u05F3\u2039\u203A\u275B\u275C\uFF07]/gu;
const DOUBLE_QUOTES =
  /[\u201C\u201D\u201E\u201F\u2033\u2036\u00AB\u00BB\u05F4\u275D\u275E\u301D-\u301F\uFF02]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const IGNORABLES = /\p{Default_Ignorable_Code_Point}+/gu;
/**
 * Scripts in which people usually omit accents and vowel marks in searches. In other scripts, the marks must
 * be kept, because they are vowels or parts of letters.
 */
const ACCENTED = ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const ACCENTS = new RegExp(`(?<=[${ACCENTED}]\\p{M}*)\\p{M}+`, 'gu');
/**
 * Characters for which people often type other characters, and which Unicode does not decompose: letters with a stroke,
 * ligatures, ð and þ, variants of Arabic letters, and the slash in fractions.
 */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  '\u06A9': '\u0643',
  '\u06CC': '\u064A',
  '\u0649': '\u064A',
  '\u2044': '/',
};
const TYPED_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/** An Arabic character that only lengthens a word to fill a line. */
const TATWEEL = '\u0640';

const foldOnce = (text: string): string =>
  text
    .replaceAll(QUOTES, "'")
    .replaceAll(DOUBLE_QUOTES, '"')
    .replaceAll(DASHES, '-')
    .replaceAll(IGNORABLES, '')
    .normalize('NFKC')
    // Fold case completely: `toUpperCase` expands ß, and the replacement turns a final sigma into the usual
    // sigma.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(TATWEEL, '')
    .replaceAll(TYPED_PLAIN, (character) => PLAIN[character] ?? character)
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .replaceAll(/[\s\p{Z}]+/gu, ' ');

/**
 * Fold text for searching. The result is in NFKC with full case folding, has no invisible characters, no accents in the
 * `ACCENTED` scripts, and only plain quotes, plain dashes and single spaces. Every search folds both the searched text
 * and the search term. Folding folded text changes nothing.
 */
export function foldText(text: string): string {
  for (let before = text; ; ) {
    const folded = foldOnce(before);
    if (folded === before) return folded;
    before = folded;
  }
}
