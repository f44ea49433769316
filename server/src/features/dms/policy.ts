import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';

/** What somebody wants to send. */
export type MessageDraft = { text: string; attachmentIds: readonly number[]; giphy: GifChoice | null };

/** A text for each invalid field; none where the message may be sent as it is. */
export function draftErrors({ text, attachmentIds, giphy }: MessageDraft): Record<string, string> | null {
  const media = attachmentIds.length + (giphy ? 1 : 0);
  if (text.length > LIMITS.dm.text) return { text: `At most ${LIMITS.dm.text} characters` };
  if (media > LIMITS.dm.attachments) return { attachmentIds: `At most ${LIMITS.dm.attachments} files` };
  if (!isVisible(text) && media === 0) return { text: 'Write something first.' };
  return null;
}

/** Why a player may not write to another, or be shown as typing to them; null when they may. */
export function writingError(other: { exists: boolean; blocked: boolean }): 'notFound' | 'forbidden' | null {
  if (!other.exists) return 'notFound';
  return other.blocked ? 'forbidden' : null;
}

/** The key under which what `senderId` has written to somebody is one notification. */
export const unreadCollapseKey = (senderId: number): string => `dm:${senderId}`;
