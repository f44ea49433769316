import { LIMITS } from './limits.ts';

/** A @username in the text: its range in UTF-16 units, with the @. */
export type Mention = { at: number; end: number; username: string };

const { min, max } = LIMITS.username;
/** Scripts in which a mention can directly follow a word. Most of them have no spaces between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/** Matches a mention, but not within a word, an email address or the path of a URL. */
const MENTION = new RegExp(
  `(?<![[\\p{L}\\p{N}_.@＠\\/\\-]--[${UNSPACED}]])[@＠]([A-Za-z0-9_.\\-]{${min},${max}})(?![A-Za-z0-9_@＠])`,
  'gv',
);

/** Return the mentions in the text, in order. Punctuation that ends a sentence is not part of the name. */
export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ 1: found = '', index }) => {
    const username = found.replace(/[.-]+$/, '');
    return username.length < min ? [] : [{ at: index, end: index + 1 + username.length, username }];
  });
}
