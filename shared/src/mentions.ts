import { LIMITS } from './limits.ts';

/** A mention of a player in a text: from `at` to `end` (UTF-16), including the @. */
export type Mention = { at: number; end: number; username: string };

const { min, max } = LIMITS.username;
/** Not within a word, an email address or the path of an address. */
const MENTION = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])@([A-Za-z0-9_.-]{${min},${max}})(?![A-Za-z0-9_@])`, 'gu');

/** Return the @usernames in a text, in order. Punctuation at the end of a sentence is not part of a name. */
export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ 1: found = '', index }) => {
    const username = found.replace(/[.-]+$/, '');
    return username.length < min ? [] : [{ at: index, end: index + 1 + username.length, username }];
  });
}
