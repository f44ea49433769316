import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import type { QuotedMessage } from '../../entities/reactions/quote.tsx';
import type { ReactionCount } from '../../entities/reactions/reaction-chips.tsx';

/** Return the quote of a message, for a reply to it. */
export const quoteOf = ({ id, seq, senderId, text, attachments }: DirectMessage): MessageQuote => ({
  id,
  seq,
  senderId,
  text: text.slice(0, LIMITS.quote),
  attachmentKind: attachments[0]?.kind ?? null,
  isUnavailable: false,
});

/**
 * Return a quote with the name of its author, as shown to the player `meId`; null if the quoted message is deleted or
 * cleared.
 */
export function shownQuote(quote: MessageQuote, meId: number, otherName: string): QuotedMessage | null {
  if (quote.isUnavailable) return null;
  const kind = DM_TEXTS.kinds[quote.attachmentKind ?? ''] ?? DM_TEXTS.attachment;
  return { name: quote.senderId === meId ? DM_TEXTS.own : otherName, text: quote.text || kind };
}

/** Return each reaction to a message with its count, and whether the player `meId` reacted. */
export const reactionCounts = ({ reactions }: DirectMessage, meId: number): ReactionCount[] =>
  reactions.map(({ emoji, userIds }) => ({ emoji, count: userIds.length, reacted: userIds.includes(meId) }));
