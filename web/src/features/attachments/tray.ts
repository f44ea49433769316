import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import type { Upload } from '../../lib/upload-queue.ts';

export type AttachmentMeta = { kind: 'image' | 'video' | 'youtube' };
/** Something that is to go with the next message. */
export type TrayItem = Upload<Attachment, AttachmentMeta>;
export type Tray = { items: readonly TrayItem[]; temporary: boolean; error: string | null };
export const EMPTY_TRAY: Tray = { items: [], temporary: false, error: null };

/** How many things in it have to be tried again or taken out before the message can go. */
export const failedCount = ({ items }: Tray): number =>
  items.filter(({ state }) => state === 'failed').length;

/** What goes with the message, in order; null while something is on its way or has failed. */
export function readyAttachments(tray: Tray): Attachment[] | null {
  const ready = tray.items.flatMap(({ result }) => (result ? [result] : []));
  return ready.length === tray.items.length ? ready : null;
}
