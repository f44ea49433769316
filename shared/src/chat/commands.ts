import { LIMITS } from '../limits.ts';
import { isVisible } from '../visible.ts';

const { least, most, usual } = LIMITS.chat.die;

/** What somebody wrote in the lobby, as it is to be taken. */
export type Said =
  | { kind: 'line'; text: string }
  | { kind: 'emote'; text: string }
  | { kind: 'roll'; sides: number }
  | { kind: 'flex' }
  | { kind: 'help' | 'usage' }
  | { kind: 'unknown'; name: string };

/** A slash and a word; the word is no longer a command where it has a slash of its own, as an address or a path has. */
const COMMAND = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/u;
const WHOLE = /^[+-]?\d+(\.\d+)?$/;
/** Longest name that is repeated to whoever wrote it. */
const NAME_MAX = 24;

/** Reads a text without space around it: a command, or what is said as it stands. */
export function readLine(text: string): Said {
  const [, name, rest = ''] = COMMAND.exec(text) ?? [];
  if (name === undefined) return { kind: 'line', text };
  switch (name.toLowerCase()) {
    case 'help':
      return { kind: 'help' };
    case 'flex':
      return { kind: 'flex' };
    case 'roll':
      return { kind: 'roll', sides: sidesOf(rest.trim().split(/\s+/)[0] ?? '') };
    case 'me':
      return isVisible(rest) ? { kind: 'emote', text: rest.trim() } : { kind: 'usage' };
    default:
      return { kind: 'unknown', name: cut(name) };
  }
}

/** The sides of a die: within the limits; the usual ones where it is no number. */
export function sidesOf(asked: string): number {
  if (!WHOLE.test(asked)) return usual;
  return Math.min(most, Math.max(least, Math.trunc(Number(asked))));
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX).join('')}…` : name;
}
