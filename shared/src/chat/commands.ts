import { LIMITS } from '../limits.ts';
import { isVisible } from '../visible-text.ts';

const { min: minSides, max: maxSides, default: defaultSides } = LIMITS.chat.die;

/** Parsed lobby input. */
export type ChatCommand =
  | { kind: 'message'; text: string }
  | { kind: 'emote'; text: string }
  | { kind: 'roll'; sides: number }
  | { kind: 'flex' }
  | { kind: 'help' | 'usage' }
  | { kind: 'unknown'; name: string };

/**
 * Matches a command: a slash, a name without another slash, and an optional text. Paths such as /forum/1 are not
 * commands.
 */
const COMMAND = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/u;
const WHOLE_NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Maximum length of an unknown command's name in the reply. */
const MAX_ECHOED_NAME = 24;

/** Parse trimmed input as a command or a plain message. */
export function parseChatInput(text: string): ChatCommand {
  const [, name, rest = ''] = COMMAND.exec(text) ?? [];
  if (name === undefined) return { kind: 'message', text };
  switch (name.toLowerCase()) {
    case 'help':
      return { kind: 'help' };
    case 'flex':
      return { kind: 'flex' };
    case 'roll':
      return { kind: 'roll', sides: parseSides(rest.trim().split(/\s+/)[0] ?? '') };
    case 'me':
      return isVisible(rest) ? { kind: 'emote', text: rest.trim() } : { kind: 'usage' };
    default:
      return { kind: 'unknown', name: truncate(name) };
  }
}

/** Parse the number of sides of a die, clamped to the limits. Return the default if the input is not a number. */
export function parseSides(input: string): number {
  if (!WHOLE_NUMBER.test(input)) return defaultSides;
  return Math.min(maxSides, Math.max(minSides, Math.trunc(Number(input))));
}

function truncate(name: string): string {
  const characters = [...name];
  return characters.length > MAX_ECHOED_NAME ? `${characters.slice(0, MAX_ECHOED_NAME).join('')}…` : name;
}
