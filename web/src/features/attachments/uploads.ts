import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { FULL_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { api } from '../../lib/api.ts';
import { isFileRejected, readErrorText } from '../../lib/errors.ts';
import { mediaFileError, mediaKind } from '../../lib/media-file.ts';
import { type SharedValue, sharedValue, useShared } from '../../lib/shared-value.ts';
import { shrinkImage } from '../../lib/shrink-image.ts';
import { upload } from '../../lib/upload.ts';
import { createUploadQueue, type UploadQueue } from '../../lib/upload-queue.ts';
import { type AttachmentMeta, EMPTY_TRAY, type Tray, type UploadedAttachment } from './tray.ts';

type TrayState = { tray: SharedValue<Tray>; queue: UploadQueue<UploadedAttachment, AttachmentMeta> };

/** The open trays by id. They are stored outside the components, so that leaving a screen does not stop an upload. */
const trays = new Map<string, TrayState>();

const patchTray = ({ tray }: TrayState, patch: Partial<Tray>): void => tray.set({ ...tray.get(), ...patch });

/**
 * Delete an unused attachment. Errors are ignored, because the server deletes unused attachments after a while anyway.
 */
const deleteFromServer = ({ id }: Attachment): void =>
  void api('DELETE /api/dm-attachments/{id}', { params: { id } }).catch(() => undefined);

function getTray(trayId: string): TrayState {
  const known = trays.get(trayId);
  if (known) return known;
  const tray = sharedValue(EMPTY_TRAY);
  const queue = createUploadQueue<UploadedAttachment, AttachmentMeta>({
    send: async (chosen, { kind }, sending) => {
      const fields = { temporary: String(tray.get().temporary) };
      const file = kind === 'image' ? await shrinkImage(chosen, FULL_SIDES.attachments) : chosen;
      const options = { field: 'file', file, fields, ...sending } as const;
      const { attachment, notice } = await upload('POST /api/dm-attachments', options);
      return { ...attachment, notice };
    },
    errorTextOf: (thrown) => readErrorText(thrown, ATTACHMENT_TEXTS.uploadFailed),
    isPermanentError: isFileRejected,
    onUnwanted: deleteFromServer,
  });
  const open: TrayState = { tray, queue };
  queue.subscribe(() => patchTray(open, { items: queue.items() }));
  trays.set(trayId, open);
  return open;
}

// Do not upload or show a player's attachments after another player signs in.
onPlayerChange(() => {
  for (const { queue } of trays.values()) queue.clear();
  trays.clear();
});

/** Start uploading files for the next message. Files that cannot be sent are left out, and the tray shows why. */
export function addFiles(trayId: string, added: readonly File[]): void {
  const open = getTray(trayId);
  const errors = new Map<string, string[]>();
  let room = LIMITS.dm.attachments - open.tray.get().items.length;
  const accepted = added.filter((file) => {
    const error =
      mediaFileError(file, ATTACHMENT_TEXTS) ??
      (room > 0 ? null : ATTACHMENT_TEXTS.tooMany(LIMITS.dm.attachments));
    if (error) errors.set(error, [...(errors.get(error) ?? []), file.name]);
    else room -= 1;
    return error === null;
  });
  const lines = [...errors].map(([error, names]) => ATTACHMENT_TEXTS.leftOut(error, names));
  patchTray(open, { error: lines.join('\n') || null });
  open.queue.add(
    accepted.map((file) => {
      const kind = mediaKind(file) ?? 'image';
      const preview = kind === 'image' ? URL.createObjectURL(file) : null;
      return { file, name: file.name, preview, meta: { kind } };
    }),
  );
}

/** Add a YouTube video to the tray. Throws the server's error response. */
export async function addYoutube(trayId: string, url: string, idempotencyKey: string): Promise<void> {
  const open = getTray(trayId);
  const { attachment } = await api('POST /api/dm-attachments/youtube', { body: { url }, idempotencyKey });
  const name = ATTACHMENT_TEXTS.youtubeVideo;
  patchTray(open, { error: null });
  open.queue.add([
    { file: null, name, state: 'ready', part: 1, result: attachment, meta: { kind: 'youtube' } },
  ]);
}

/** Remove an item from the tray. Abort its upload, or delete the uploaded file from the server. */
export function removeItem(trayId: string, key: string): void {
  const open = getTray(trayId);
  patchTray(open, { error: null });
  open.queue.remove(key);
}

/** Retry a failed upload. */
export const retryItem = (trayId: string, key: string): void => getTray(trayId).queue.start([key]);

/**
 * Set whether files expire 24 h after sending. Uploaded files are uploaded again, because their expiry is set on
 * upload.
 */
export function setTemporary(trayId: string, on: boolean): void {
  const open = getTray(trayId);
  patchTray(open, { temporary: on });
  open.queue.restart();
}

/** Empty a tray after its content has been sent. */
export function emptyTray(trayId: string): void {
  const open = getTray(trayId);
  patchTray(open, { error: null });
  open.queue.clear();
}

/** Return the tray for the next message of a conversation. */
export const useTray = (trayId: string): Tray => useShared(getTray(trayId).tray);
