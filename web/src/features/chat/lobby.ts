import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mentionsIn } from '@rivalhold/shared/mentions.ts';

/** The loaded part of the lobby: its messages, oldest first, and the bot's private replies to the viewer. */
export type Lobby = {
  messages: readonly ChatMessage[];
  privateReplies: readonly PrivateReply[];
  /** Ids of deleted messages. A history that was read earlier can still contain them. */
  deletedIds: readonly number[];
};
/** A message without an id, placed after the message with the id `after`. */
type PrivateReply = { key: number; after: number; message: ChatMessage };

export type Row =
  | { kind: 'day'; key: string; time: string }
  /** `isGrouped`: the message continues the previous message of the same player. */
  | { kind: 'line'; key: string; message: ChatMessage; isGrouped: boolean };

const { history: MAX_MESSAGES } = LIMITS.chat;
const MAX_PRIVATE_REPLIES = 20;
const GROUP_WINDOW_MS = 5 * 60_000;

export const EMPTY_LOBBY: Lobby = { messages: [], privateReplies: [], deletedIds: [] };
const idOf = ({ id }: ChatMessage): number => id ?? 0;
/** Return the id of the newest message, or 0 if there is none. */
export const lastId = ({ messages }: Lobby): number => messages.at(-1)?.id ?? 0;

/** Merge lists of messages: the newest 200 in order, without duplicates and deleted messages. */
function mergeMessages(lobby: Lobby, ...lists: (readonly ChatMessage[])[]): Lobby {
  const deletedIds = new Set(lobby.deletedIds);
  const byId = new Map(lists.flat().map((message) => [idOf(message), message]));
  const messages = [...byId.values()]
    .filter((message) => !deletedIds.has(idOf(message)))
    .sort((a, b) => idOf(a) - idOf(b))
    .slice(-MAX_MESSAGES);
  return { ...lobby, messages };
}

/** Replace the messages with a history, but keep live messages that are newer than the history. */
export function withHistory(lobby: Lobby, history: readonly ChatMessage[]): Lobby {
  const newest = history.at(-1)?.id ?? 0;
  return mergeMessages(
    lobby,
    lobby.messages.filter((message) => idOf(message) > newest),
    history,
  );
}

/** Add the messages after the last known message. If there are as many as in a whole history, they replace the list. */
export const withNewerMessages = (lobby: Lobby, missed: readonly ChatMessage[]): Lobby =>
  missed.length >= MAX_MESSAGES ? withHistory(lobby, missed) : mergeMessages(lobby, lobby.messages, missed);

/** Add a live message. A private bot reply keeps the position where it arrived. */
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

/** Remove a deleted message, and ignore it if it arrives later. */
export function withoutMessage(lobby: Lobby, id: number): Lobby {
  const deletedIds = [...lobby.deletedIds, id].slice(-MAX_MESSAGES);
  return { ...lobby, deletedIds, messages: lobby.messages.filter((message) => message.id !== id) };
}

/** Add a restored message at its original position. */
export const withRestoredMessage = (lobby: Lobby, message: ChatMessage): Lobby =>
  withMessage({ ...lobby, deletedIds: lobby.deletedIds.filter((id) => id !== message.id) }, message);

/** Report whether a message continues the previous one: same player, within five minutes. */
const continuesPrevious = (previous: ChatMessage | undefined, message: ChatMessage): boolean =>
  previous?.type === 'user' &&
  message.type === 'user' &&
  previous.userId === message.userId &&
  Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_WINDOW_MS;

/** Build the rows to render: messages, with a day row before the first message of each day. */
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

/** Report whether a message by another player mentions `me`. */
export const mentionsPlayer = (message: ChatMessage, me: { id: number; username: string }): boolean =>
  message.type !== 'bot' &&
  message.userId !== me.id &&
  mentionsIn(message.text).some(({ username }) => username.toLowerCase() === me.username.toLowerCase());
