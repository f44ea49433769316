import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import type { Upload } from '../../lib/upload-queue.ts';

export type AttachmentMeta = { kind: 'image' | 'video' | 'youtube' };
/** An attachment, with a notice to its sender about a change to the file. */
export type UploadedAttachment = Attachment & { notice?: string | undefined };
/** An attachment of the next message, before, during or after its upload. */
export type TrayItem = Upload<UploadedAttachment, AttachmentMeta>;
export type Tray = { items: readonly TrayItem[]; temporary: boolean; error: string | null };
export const EMPTY_TRAY: Tray = { items: [], temporary: false, error: null };

/** Count the failed items, which must be retried or removed before the message can be sent. */
export const failedCount = ({ items }: Tray): number =>
  items.filter(({ state }) => state === 'failed').length;

/** Return the attachments in order, or null while an item is uploading or has failed. */
export function readyAttachments(tray: Tray): Attachment[] | null {
  const ready = tray.items.flatMap(({ result }) => (result ? [result] : []));
  return ready.length === tray.items.length ? ready : null;
}
