import type { ChatMessage, ChatReaction } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mentionsIn } from '@rivalhold/shared/mentions.ts';
import { REACTIONS, type Reaction } from '@rivalhold/shared/reactions.ts';
import type { QuotedMessage } from '../../entities/reactions/quote.tsx';
import type { ReactionCount } from '../../entities/reactions/reaction-chips.tsx';

/** The loaded part of the lobby: its messages, oldest first, and the bot's private replies to the viewer. */
export type Lobby = {
  messages: readonly ChatMessage[];
  privateReplies: readonly PrivateReply[];
  /** Ids of deleted messages. A history that the server read before a deletion can still contain them. */
  deletedIds: readonly number[];
};
/** A message without an id, placed after the message with the id `after`. */
type PrivateReply = { key: number; after: number; message: ChatMessage };

export type Row =
  | { kind: 'day'; key: string; time: string }
  /**
   * `isGrouped`: the message continues the previous message of the same player. `quoted`: the original message of a
   * reply, null if the original is not loaded, undefined if the message is not a reply.
   */
  | {
      kind: 'message';
      key: string;
      message: ChatMessage;
      isGrouped: boolean;
      quoted: ChatMessage | null | undefined;
    };

const { history: MAX_MESSAGES } = LIMITS.chat;
const MAX_PRIVATE_REPLIES = 20;
const GROUP_WINDOW_MS = 5 * 60_000;

export const EMPTY_LOBBY: Lobby = { messages: [], privateReplies: [], deletedIds: [] };
const idOf = ({ id }: ChatMessage): number => id ?? 0;
/** Return the id of the newest message, or 0 if there is none. */
export const lastId = ({ messages }: Lobby): number => messages.at(-1)?.id ?? 0;

/** Merge lists of messages into one list: the newest 200 in order, without duplicates or deleted messages. */
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

/**
 * Add the messages that were missed after the last known message. If `missed` has the maximum length of a history, it
 * might not contain all missed messages. It then replaces all known messages, so that the lobby has no gap.
 */
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

type ReactedMessage = { id: number; reactions: readonly ChatReaction[] };

/**
 * Replace the reactions to the changed messages. A reaction from an event can lack `reacted`, which is true if the
 * viewer reacted; then keep the known value.
 */
export function withReactions(lobby: Lobby, changed: readonly ReactedMessage[]): Lobby {
  const byId = new Map(changed.map((message) => [message.id, message.reactions]));
  const messages = lobby.messages.map((message) => {
    const reactions = byId.get(idOf(message));
    if (!reactions) return message;
    const own = new Set(message.reactions.filter(({ reacted }) => reacted).map(({ emoji }) => emoji));
    return {
      ...message,
      reactions: reactions.map((reaction) => ({ reacted: own.has(reaction.emoji), ...reaction })),
    };
  });
  return { ...lobby, messages };
}

/** Add or remove the viewer's reaction to a message. */
export function withOwnReaction(
  lobby: Lobby,
  { id, emoji, reacted }: { id: number; emoji: Reaction; reacted: boolean },
): Lobby {
  const message = lobby.messages.find((one) => one.id === id);
  if (!message) return lobby;
  const before = message.reactions.find((reaction) => reaction.emoji === emoji);
  if ((before?.reacted ?? false) === reacted) return lobby;
  const count = (before?.count ?? 0) + (reacted ? 1 : -1);
  const others = message.reactions.filter((reaction) => reaction.emoji !== emoji);
  const reactions = count === 0 ? others : [...others, { emoji, count, reacted }];
  reactions.sort((a, b) => REACTIONS.indexOf(a.emoji) - REACTIONS.indexOf(b.emoji));
  return withReactions(lobby, [{ id, reactions }]);
}

/** Return the reactions to a message with their counts. */
export const reactionCounts = ({ reactions }: ChatMessage): ReactionCount[] =>
  reactions.map(({ emoji, count, reacted = false }) => ({ emoji, count, reacted }));

/** Return the author and the beginning of a message, for a quote. */
export const quoteOf = ({ username, text }: ChatMessage): QuotedMessage => ({
  name: username,
  text: text.slice(0, LIMITS.quote),
});

/**
 * Report whether a message continues the previous message: same player, within five minutes, and not a reply. Emotes
 * and bot messages stand alone.
 */
const continuesPrevious = (previous: ChatMessage | undefined, message: ChatMessage): boolean =>
  previous?.type === 'user' &&
  message.type === 'user' &&
  previous.userId === message.userId &&
  message.replyToId === null &&
  Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_WINDOW_MS;

/** Build the rows to render: messages, with a day row before the first message of each day. */
export function buildLobbyRows({ messages, privateReplies }: Lobby): Row[] {
  const rows: Row[] = [];
  let day = '';
  let previous: ChatMessage | undefined;
  const byId = new Map(messages.map((message) => [message.id, message]));
  const add = (message: ChatMessage, key: string) => {
    const messageDay = new Date(message.timestamp).toDateString();
    const isGrouped = messageDay === day && continuesPrevious(previous, message);
    if (messageDay !== day) rows.push({ kind: 'day', key: `day ${key}`, time: message.timestamp });
    const quoted = message.replyToId === null ? undefined : (byId.get(message.replyToId) ?? null);
    rows.push({ kind: 'message', key, message, isGrouped, quoted });
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
