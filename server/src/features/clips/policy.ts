import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { invalidFields } from '../../platform/errors.ts';

/** Where a clip is shown. */
export const clipLink = (clipId: number): string => `/dashboard#clip-${clipId}`;
/** Under which the notifications about a clip are one. */
export const collapseKey = (clipId: number): string => `clip:${clipId}`;

/** @throws AppError invalid beyond 200 characters. */
export function captionOf(sent: string | undefined): string {
  const caption = (sent ?? '').trim();
  if (caption.length > LIMITS.clips.caption) throw invalidFields({ caption: CLIP_TEXTS.captionTooLong });
  return caption;
}
