import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mentionsIn } from '@rivalhold/shared/mentions.ts';

/** What is known of the lobby: its lines, oldest first, and what the bot told oneself alone. */
export type Lobby = {
  messages: readonly ChatMessage[];
  privateReplies: readonly PrivateReply[];
  /** Ids of lines that were deleted, which may still come with a history that was read before. */
  deletedIds: readonly number[];
};
/** A line without an id, and that of the last line before it. */
type PrivateReply = { key: number; after: number; message: ChatMessage };

export type Row =
  | { kind: 'day'; key: string; time: string }
  /** `isGrouped`: it goes on with what the same player has just said. */
  | { kind: 'line'; key: string; message: ChatMessage; isGrouped: boolean };

const { history: MAX_MESSAGES } = LIMITS.chat;
const MAX_PRIVATE_REPLIES = 20;
const GROUP_WINDOW_MS = 5 * 60_000;

export const EMPTY_LOBBY: Lobby = { messages: [], privateReplies: [], deletedIds: [] };
const idOf = ({ id }: ChatMessage): number => id ?? 0;
/** The id of the newest line; 0 where there is none. */
export const lastId = ({ messages }: Lobby): number => messages.at(-1)?.id ?? 0;

/** Each line once, in order, without what is gone; the newest 200. */
function mergeMessages(lobby: Lobby, ...lists: (readonly ChatMessage[])[]): Lobby {
  const deletedIds = new Set(lobby.deletedIds);
  const byId = new Map(lists.flat().map((message) => [idOf(message), message]));
  const messages = [...byId.values()]
    .filter((message) => !deletedIds.has(idOf(message)))
    .sort((one, other) => idOf(one) - idOf(other))
    .slice(-MAX_MESSAGES);
  return { ...lobby, messages };
}

/** The whole history; what came live since it was read is newer than all of it and stays. */
export function withHistory(lobby: Lobby, history: readonly ChatMessage[]): Lobby {
  const newest = history.at(-1)?.id ?? 0;
  return mergeMessages(
    lobby,
    lobby.messages.filter((message) => idOf(message) > newest),
    history,
  );
}

/** What came after the last known line; as much as a whole history stands in its place. */
export const withNewerMessages = (lobby: Lobby, missed: readonly ChatMessage[]): Lobby =>
  missed.length >= MAX_MESSAGES ? withHistory(lobby, missed) : mergeMessages(lobby, lobby.messages, missed);

/** One line more, live; an answer of the bot to oneself alone stands where it came. */
export function withMessage(lobby: Lobby, message: ChatMessage): Lobby {
  if (message.id !== null) return mergeMessages(lobby, lobby.messages, [message]);
  const key = (lobby.privateReplies.at(-1)?.key ?? 0) + 1;
  return {
    ...lobby,
    privateReplies: [...lobby.privateReplies, { key, after: lastId(lobby), message }].slice(
      -MAX_PRIVATE_REPLIES,
    ),
  };
}

/** The lobby without a line that is gone, also where it comes only now. */
export function withoutMessage(lobby: Lobby, id: number): Lobby {
  const deletedIds = [...lobby.deletedIds, id].slice(-MAX_MESSAGES);
  return { ...lobby, deletedIds, messages: lobby.messages.filter((message) => message.id !== id) };
}

/** Whether two lines are one player's, said in one go. */
const continuesPrevious = (previous: ChatMessage | undefined, message: ChatMessage): boolean =>
  previous?.type === 'user' &&
  message.type === 'user' &&
  previous.userId === message.userId &&
  Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_WINDOW_MS;

/** What is drawn: the lines, with the day before the first of each. */
export function buildLobbyRows({ messages, privateReplies }: Lobby): Row[] {
  const rows: Row[] = [];
  let day = '';
  let previous: ChatMessage | undefined;
  const add = (message: ChatMessage, key: string) => {
    const messageDay = new Date(message.timestamp).toDateString();
    const isGrouped = messageDay === day && continuesPrevious(previous, message);
    if (messageDay !== day) rows.push({ kind: 'day', key: `day ${key}`, time: message.timestamp });
    rows.push({ kind: 'line', key, message, isGrouped });
    [day, previous] = [messageDay, message];
  };
  const waiting = [...privateReplies];
  const addPrivateReplies = (until: number) => {
    for (let next = waiting[0]; next && next.after < until; next = waiting[0]) {
      add(next.message, `own ${next.key}`);
      waiting.shift();
    }
  };
  for (const message of messages) {
    addPrivateReplies(idOf(message));
    add(message, String(message.id));
  }
  addPrivateReplies(Number.POSITIVE_INFINITY);
  return rows;
}

/** Whether a line of somebody else names a player. */
export const mentionsPlayer = (message: ChatMessage, me: { id: number; username: string }): boolean =>
  message.type !== 'bot' &&
  message.userId !== me.id &&
  mentionsIn(message.text).some(({ username }) => username.toLowerCase() === me.username.toLowerCase());
