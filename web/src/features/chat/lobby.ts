import type { ChatLine } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mentionsIn } from '@rivalhold/shared/mentions.ts';

/** What is known of the lobby: its lines, oldest first, and what the bot told oneself alone. */
export type Lobby = {
  lines: readonly ChatLine[];
  own: readonly OwnLine[];
  /** Ids of lines that were deleted, which may still come with a history that was read before. */
  gone: readonly number[];
};
/** A line without an id, and that of the last line before it. */
type OwnLine = { key: number; after: number; line: ChatLine };

export type Row =
  | { kind: 'day'; key: string; time: string }
  /** `joined`: it goes on with what the same player has just said. */
  | { kind: 'line'; key: string; line: ChatLine; joined: boolean };

const { history: MOST } = LIMITS.chat;
const MOST_OWN = 20;
const JOINED_MS = 5 * 60_000;

export const EMPTY_LOBBY: Lobby = { lines: [], own: [], gone: [] };
const idOf = ({ id }: ChatLine): number => id ?? 0;
/** The id of the newest line; 0 where there is none. */
export const lastId = ({ lines }: Lobby): number => lines.at(-1)?.id ?? 0;

/** Each line once, in order, without what is gone; the newest 200. */
function merged(lobby: Lobby, ...lists: (readonly ChatLine[])[]): Lobby {
  const gone = new Set(lobby.gone);
  const byId = new Map(lists.flat().map((line) => [idOf(line), line]));
  const lines = [...byId.values()]
    .filter((line) => !gone.has(idOf(line)))
    .sort((one, other) => idOf(one) - idOf(other))
    .slice(-MOST);
  return { ...lobby, lines };
}

/** The whole history; what came live since it was read is newer than all of it and stays. */
export function withHistory(lobby: Lobby, history: readonly ChatLine[]): Lobby {
  const newest = history.at(-1)?.id ?? 0;
  return merged(
    lobby,
    lobby.lines.filter((line) => idOf(line) > newest),
    history,
  );
}

/** What came after the last known line; as much as a whole history stands in its place. */
export const withMissed = (lobby: Lobby, missed: readonly ChatLine[]): Lobby =>
  missed.length >= MOST ? withHistory(lobby, missed) : merged(lobby, lobby.lines, missed);

/** One line more, live; an answer of the bot to oneself alone stands where it came. */
export function withLine(lobby: Lobby, line: ChatLine): Lobby {
  if (line.id !== null) return merged(lobby, lobby.lines, [line]);
  const key = (lobby.own.at(-1)?.key ?? 0) + 1;
  return { ...lobby, own: [...lobby.own, { key, after: lastId(lobby), line }].slice(-MOST_OWN) };
}

/** The lobby without a line that is gone, also where it comes only now. */
export function withoutLine(lobby: Lobby, id: number): Lobby {
  const gone = [...lobby.gone, id].slice(-MOST);
  return { ...lobby, gone, lines: lobby.lines.filter((line) => line.id !== id) };
}

/** Whether two lines are one player's, said in one go. */
const goesOn = (before: ChatLine | undefined, line: ChatLine): boolean =>
  before?.type === 'user' &&
  line.type === 'user' &&
  before.userId === line.userId &&
  Date.parse(line.timestamp) - Date.parse(before.timestamp) < JOINED_MS;

/** What is drawn: the lines, with the day before the first of each. */
export function rowsOf({ lines, own }: Lobby): Row[] {
  const rows: Row[] = [];
  let day = '';
  let before: ChatLine | undefined;
  const add = (line: ChatLine, key: string) => {
    const on = new Date(line.timestamp).toDateString();
    const joined = on === day && goesOn(before, line);
    if (on !== day) rows.push({ kind: 'day', key: `day ${key}`, time: line.timestamp });
    rows.push({ kind: 'line', key, line, joined });
    [day, before] = [on, line];
  };
  const waiting = [...own];
  const addOwn = (until: number) => {
    for (let next = waiting[0]; next && next.after < until; next = waiting[0]) {
      add(next.line, `own ${next.key}`);
      waiting.shift();
    }
  };
  for (const line of lines) {
    addOwn(idOf(line));
    add(line, String(line.id));
  }
  addOwn(Number.POSITIVE_INFINITY);
  return rows;
}

/** Whether a line of somebody else names a player. */
export const mentions = (line: ChatLine, me: { id: number; username: string }): boolean =>
  line.type !== 'bot' &&
  line.userId !== me.id &&
  mentionsIn(line.text).some(({ username }) => username.toLowerCase() === me.username.toLowerCase());
