import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import type { PlayerRow } from '../profiles/service.ts';

/**
 * A message as stored. The bot's messages are stored without the username at their beginning, because the username can
 * change.
 */
export const MessageRow = Type.Object({
  id: column.integer,
  type: column.code<ChatMessage['type']>(),
  text: column.text,
  links: column.boolean,
  created_at: column.date,
  reply_to_id: Nullable(column.integer),
});
export type MessageRow = Static<typeof MessageRow>;
type MessageAuthor = Pick<PlayerRow, 'user_id' | 'username' | 'avatar_url'>;

/** Return the text of a message. The bot's messages start with the username. */
export const fullText = ({ type, text }: Pick<MessageRow, 'type' | 'text'>, username: string): string =>
  type === 'bot' ? `${username} ${text}` : text;

/** Convert a row to a lobby message. */
export const presentMessage = (
  row: MessageRow & MessageAuthor & Pick<ChatMessage, 'reactions'>,
): ChatMessage => ({
  id: row.id,
  type: row.type,
  text: fullText(row, row.username),
  userId: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  links: row.links,
  timestamp: row.created_at.toISOString(),
  replyToId: row.reply_to_id,
  reactions: row.reactions,
});
