import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DM_ERRORS, DM_MEDIA_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import type { SentGif } from '../attachments/service.ts';

/** The content of a message before it is sent. */
export type MessageDraft = { text: string; attachmentIds: readonly number[]; giphy: SentGif | null };

/** Return the error text of the first invalid field, keyed by the field's name, or null if the message is valid. */
export function draftErrors({ text, attachmentIds, giphy }: MessageDraft): Record<string, string> | null {
  const media = attachmentIds.length + (giphy ? 1 : 0);
  if (text.length > LIMITS.dm.text) return { text: DM_ERRORS.tooLong(LIMITS.dm.text) };
  if (media > LIMITS.dm.attachments) return { attachmentIds: DM_MEDIA_ERRORS.tooMany(LIMITS.dm.attachments) };
  if (!isVisible(text) && media === 0) return { text: DM_ERRORS.empty };
  return null;
}

/** Return the collapse key of the notification about unread messages from `senderId`. */
export const unreadCollapseKey = (senderId: number): string => `dm:${senderId}`;
