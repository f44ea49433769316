import { type ChatCommand, parseChatInput } from '@rivalhold/shared/chat/commands.ts';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { BOT_TEXTS, FLEX_ENDINGS, CHAT_ERRORS as TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { statsOf } from '../game/service.ts';
import { recordProgress } from '../goals/service.ts';
import { notifyMentioned } from '../mentions/service.ts';
import { assertMayPost, toMessageText } from './policy.ts';
import { presentMessage } from './presenters.ts';
import { findMessage, findStoredMessage, insertMessage, lockLobby, postingStateOf } from './queries.ts';

/** Link to the lobby. `LOBBY_MENTION` is the collapse key of notifications about mentions in the lobby. */
export const LOBBY_LINK = '/chat';
export const LOBBY_MENTION = 'mention:chat';

export type Author = { id: number; username: string; avatarUrl: string | null };
type RoomMessage = Extract<ChatCommand, { kind: 'message' | 'emote' | 'roll' | 'flex' }>;
/**
 * The client chooses `clientTempId`. If the acknowledgement is lost, the client resends the message with the same id,
 * and the server does not store the message twice.
 */
type ChatInput = { user: Author; text: string; clientTempId?: string | null; replyToId?: number | null };

/**
 * Post a message in the lobby or run its command. Broadcast the message to everyone except players who do not see
 * it because of a block or a mute, and notify mentioned players. Ids follow the commit order, so a client that
 * requests the messages after an id misses none. If a message with the same `clientTempId` is already stored,
 * return it and do not broadcast it again.
 * @returns the message. If its id is null, the message is a reply by the bot that must be sent only to the
 * author.
 * @throws AppError invalid; forbidden for a new account if the lobby is restricted; tooOften with the seconds to wait
 * (the limit counts an author's messages from all sockets and nodes); notFound for a reply to a message that does not
 * exist, is deleted or is hidden by a block.
 */
export async function sendChatMessage(
  db: DbOrTx,
  site: Site,
  { user, text, clientTempId = null, replyToId = null }: ChatInput,
): Promise<ChatMessage> {
  const parsed = parseChatInput(toMessageText(text));
  switch (parsed.kind) {
    case 'help':
    case 'usage':
      return replyToSelf(site, user, BOT_TEXTS[parsed.kind]);
    case 'unknown':
      return replyToSelf(site, user, BOT_TEXTS.unknown(parsed.name));
    default:
      return transaction(db, (tx) => broadcastMessage(tx, site, { user, parsed, clientTempId, replyToId }));
  }
}

const replyToSelf = (site: Site, { id, username, avatarUrl }: Author, text: string): ChatMessage => ({
  id: null,
  type: 'bot',
  text,
  userId: id,
  username,
  avatarUrl,
  links: false,
  timestamp: site.clock.now().toISOString(),
  replyToId: null,
  reactions: [],
});

async function broadcastMessage(
  tx: Tx,
  site: Site,
  {
    user,
    parsed,
    clientTempId,
    replyToId,
  }: { user: Author; parsed: RoomMessage; clientTempId: string | null; replyToId: number | null },
): Promise<ChatMessage> {
  await lockLobby(tx);
  const at = site.clock.now();
  const state = await postingStateOf(tx, site, user.id, clientTempId);
  // A repeated request to store the same message does not count as flooding.
  if (state.before !== null) return presentMessage(await findStoredMessage(tx, state.before, user.id));
  assertMayPost(state, at);
  if (replyToId !== null && !(await findMessage(tx, replyToId, user.id)))
    throw new AppError('notFound', TEXTS.messageNotFound);
  const type = { message: 'user', emote: 'emote', roll: 'bot', flex: 'bot' } as const;
  const newMessage = {
    type: type[parsed.kind],
    userId: user.id,
    text: await storedTextOf(tx, site, user.id, parsed),
    links: state.isSettled,
    clientTempId,
    replyToId,
    at,
  };
  const asOf = site.realtime.relationsVersion();
  const { id, hidden: ids } = await insertMessage(tx, newMessage);
  const message = presentMessage({
    ...newMessage,
    id,
    created_at: at,
    reply_to_id: replyToId,
    reactions: [],
    user_id: user.id,
    username: user.username,
    avatar_url: user.avatarUrl,
  });
  site.realtime.broadcast(tx, 'chat message', message, { about: user.id, hidden: { ids, asOf } });
  if (message.type !== 'bot')
    await notifyMentioned(tx, site, {
      text: newMessage.text,
      user,
      in: 'lobby',
      link: LOBBY_LINK,
      collapse: LOBBY_MENTION,
    });
  if (message.type !== 'bot')
    await recordProgress(tx, site, user.id, [{ count: 'lobby', subject: 0, by: 1 }]);
  return message;
}

/** Return the text to store. When a message by the bot is read, `fullText` adds the username at the beginning. */
async function storedTextOf(tx: Tx, site: Site, userId: number, parsed: RoomMessage): Promise<string> {
  if (parsed.kind === 'roll') return BOT_TEXTS.rolled(1 + site.secrets.randomInt(parsed.sides), parsed.sides);
  if (parsed.kind !== 'flex') return parsed.text;
  const { level, wins, losses } = await statsOf(tx, { userId, viewerId: userId, now: site.clock.now() });
  return BOT_TEXTS.flexes(
    level,
    wins,
    losses,
    FLEX_ENDINGS[site.secrets.randomInt(FLEX_ENDINGS.length)] ?? FLEX_ENDINGS[0],
  );
}
