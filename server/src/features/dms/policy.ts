import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';

/** The content of a message before it is sent. */
export type MessageDraft = { text: string; attachmentIds: readonly number[]; giphy: GifChoice | null };

/** Return a text for each invalid field, or null if the message is valid. */
export function draftErrors({ text, attachmentIds, giphy }: MessageDraft): Record<string, string> | null {
  const media = attachmentIds.length + (giphy ? 1 : 0);
  if (text.length > LIMITS.dm.text) return { text: `At most ${LIMITS.dm.text} characters` };
  if (media > LIMITS.dm.attachments) return { attachmentIds: `At most ${LIMITS.dm.attachments} files` };
  if (!isVisible(text) && media === 0) return { text: 'Write something first.' };
  return null;
}

/** Return the collapse key of the notification about unread messages from `senderId`. */
export const unreadCollapseKey = (senderId: number): string => `dm:${senderId}`;
