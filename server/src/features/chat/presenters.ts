import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import type { PlayerRow } from '../profiles/service.ts';

/**
 * A message as stored. The bot's messages are stored without the username at their beginning, because the username can
 * change.
 */
export type MessageRow = {
  id: number;
  type: ChatMessage['type'];
  text: string;
  links: boolean;
  created_at: Date;
  reply_to_id: number | null;
};
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
