import type { ChatLine } from '@rivalhold/shared/contract/chat.ts';
import type { PlayerRow } from '../profiles/service.ts';

/** A line as stored; what the bot says to the room is stored without the name it begins with, which may change. */
export type LineRow = {
  id: number;
  type: ChatLine['type'];
  text: string;
  links: boolean;
  created_at: Date;
};
type Writer = Pick<PlayerRow, 'user_id' | 'username' | 'avatar_url'>;

export const textOf = ({ type, text }: Pick<LineRow, 'type' | 'text'>, username: string): string =>
  type === 'bot' ? `${username} ${text}` : text;

export const presentLine = (row: LineRow & Writer): ChatLine => ({
  id: row.id,
  type: row.type,
  text: textOf(row, row.username),
  userId: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  links: row.links,
  timestamp: row.created_at.toISOString(),
});
