import { type ChatCommand, parseChatInput } from '@rivalhold/shared/chat/commands.ts';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { BOT_TEXTS, FLEX_ENDINGS } from '@rivalhold/shared/texts/chat.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { statsOf } from '../game/service.ts';
import { notifyMentioned } from '../mentions/service.ts';
import { assertMayPost, isEstablishedAccount, toMessageText } from './policy.ts';
import { presentLine } from './presenters.ts';
import { findReportedMessage, insertMessage, lockLobby, postingStateOf } from './queries.ts';

/** Where the lobby is, and the key of the one notification about mentions in it. */
export const LOBBY_LINK = '/chat';
export const LOBBY_MENTION = 'mention:chat';

export type Author = { id: number; username: string; avatarUrl: string | null; role: Role };
type RoomMessage = Extract<ChatCommand, { kind: 'line' | 'emote' | 'roll' | 'flex' }>;
/** `clientTempId` is of the writer's own making, for a line whose acknowledgement may be lost. */
type ChatInput = { user: Author; text: string; clientTempId?: string | null };

/**
 * Says a line in the lobby or does what it commands: tells everybody outside a block relation with the writer, and whom
 * a line mentions. Lines are numbered in the order in which they are stored, so `after` misses none. One that was said
 * before under the same `clientTempId` is answered as it is stored, and nobody is told of it again.
 * @returns the line; one without an id is the bot's answer to its writer alone, who is still to be given it.
 * @throws AppError invalid, forbidden for a new account where only established accounts may write, tooOften with the seconds to
 * wait: of a line's writer, whatever socket or node it came by.
 */
export async function sendChatMessage(
  db: DbOrTx,
  site: Site,
  { user, text, clientTempId = null }: ChatInput,
): Promise<ChatMessage> {
  const parsed = parseChatInput(toMessageText(text));
  switch (parsed.kind) {
    case 'help':
    case 'usage':
      return replyToSelf(site, user, BOT_TEXTS[parsed.kind]);
    case 'unknown':
      return replyToSelf(site, user, BOT_TEXTS.unknown(parsed.name));
    default:
      return transaction(db, (tx) => broadcastMessage(tx, site, { user, parsed, clientTempId }));
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
});

async function broadcastMessage(
  tx: Tx,
  site: Site,
  { user, parsed, clientTempId }: { user: Author; parsed: RoomMessage; clientTempId: string | null },
): Promise<ChatMessage> {
  await lockLobby(tx);
  const at = site.clock.now();
  const standing = await postingStateOf(tx, user.id, clientTempId);
  // A repeated request for a stored message does not count as flooding.
  if (standing.before !== null) return presentLine(await findReportedMessage(tx, standing.before));
  assertMayPost(user.role, standing, at);
  const type = { line: 'user', emote: 'emote', roll: 'bot', flex: 'bot' } as const;
  const line = {
    type: type[parsed.kind],
    userId: user.id,
    text: await storedTextOf(tx, site, user.id, parsed),
    links: isEstablishedAccount(standing, at),
    clientTempId,
    at,
  };
  const asOf = site.realtime.relationsVersion();
  const { id, hidden: ids } = await insertMessage(tx, line);
  const message = presentLine({
    ...line,
    id,
    created_at: at,
    user_id: user.id,
    username: user.username,
    avatar_url: user.avatarUrl,
  });
  site.realtime.broadcast(tx, 'chat message', message, { about: user.id, hidden: { ids, asOf } });
  if (line.type !== 'bot')
    await notifyMentioned(tx, site, {
      text: line.text,
      user,
      in: 'lobby',
      link: LOBBY_LINK,
      collapse: LOBBY_MENTION,
    });
  return message;
}

/** What is stored of it: of the bot's words those after the name. */
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
