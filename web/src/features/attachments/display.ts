import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';

/** Where a medium whose size is unknown is shown. */
const UNKNOWN = { width: 320, height: 240 };
const LARGEST = { width: 320, height: 360 };
const SMALLEST_PX = 64;

/** The room (px) that a medium is shown in: its own proportions, never larger than itself or than a message takes. */
export function shownSize({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  const own = width && height ? { width, height } : UNKNOWN;
  const scale = Math.min(1, LARGEST.width / own.width, LARGEST.height / own.height);
  return {
    width: Math.max(SMALLEST_PX, Math.round(own.width * scale)),
    height: Math.max(SMALLEST_PX, Math.round(own.height * scale)),
  };
}

/** Whether a temporary medium is gone at `now` (ms), whatever was true when it was loaded. */
export const isExpired = ({ expired, expiresAt }: Attachment, now: number): boolean =>
  expired || (expiresAt !== null && Date.parse(expiresAt) <= now);
