import { LIMITS } from './limits.ts';

/** Where a text names a player: from `at` to `end` (UTF-16), with the @. */
export type Mention = { at: number; end: number; username: string };

const { min, max } = LIMITS.username;
/** Not within a word, an e-mail address or the path of an address. */
const MENTION = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])@([A-Za-z0-9_.-]{${min},${max}})(?![A-Za-z0-9_@])`, 'gu');

/** The @username in a text, in order. What ends a sentence is not taken for a part of the name. */
export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ 1: found = '', index }) => {
    const username = found.replace(/[.-]+$/, '');
    return username.length < min ? [] : [{ at: index, end: index + 1 + username.length, username }];
  });
}
