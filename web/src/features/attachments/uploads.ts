import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { api } from '../../lib/api.ts';
import { faultOf, statusOf } from '../../lib/errors.ts';
import { kindOf, mediaFault } from '../../lib/media-file.ts';
import { type SharedValue, sharedValue, useShared } from '../../lib/shared-value.ts';
import { upload } from '../../lib/upload.ts';
import { type UploadQueue, uploadQueue } from '../../lib/upload-queue.ts';
import { EMPTY_TRAY, type Kind, type Tray } from './tray.ts';

type Open = { tray: SharedValue<Tray>; queue: UploadQueue<Attachment, Kind> };

/** Trays outlive the screens they are filled on, so that leaving one neither stops nor loses an upload. */
const trays = new Map<string, Open>();

const change = ({ tray }: Open, patch: Partial<Tray>): void => tray.set({ ...tray.get(), ...patch });

/** The server forgets by itself what it is not told to. */
const forget = ({ id }: Attachment): void =>
  void api('DELETE /api/dm-attachments/{id}', { params: { id } }).catch(() => undefined);

function openTray(trayId: string): Open {
  const known = trays.get(trayId);
  if (known) return known;
  const tray = sharedValue(EMPTY_TRAY);
  const queue = uploadQueue<Attachment, Kind>({
    send: async (file, _kind, sending) => {
      const fields = { temporary: String(tray.get().temporary) };
      return (await upload('POST /api/dm-attachments', { field: 'file', file, fields, ...sending }))
        .attachment;
    },
    faultOf: (thrown) => faultOf(thrown, ATTACHMENT_TEXTS.uploadFailed),
    // Bytes of a wrong kind, or too many, stay that.
    isRefusal: (thrown) => [413, 415].includes(statusOf(thrown)),
    onUnwanted: forget,
  });
  const open: Open = { tray, queue };
  queue.subscribe(() => change(open, { items: queue.items() }));
  trays.set(trayId, open);
  return open;
}

// What one player has picked neither goes up nor is shown under the name of the next.
onPlayerChange(() => {
  for (const { queue } of trays.values()) queue.clear();
  trays.clear();
});

/** Begins to upload files for the next message; what cannot be sent is said in the tray and left out. */
export function addFiles(trayId: string, added: readonly File[]): void {
  const open = openTray(trayId);
  const faults = new Map<string, string[]>();
  let room = LIMITS.dm.attachments - open.tray.get().items.length;
  const taken = added.filter((file) => {
    const fault =
      mediaFault(file, ATTACHMENT_TEXTS) ??
      (room > 0 ? null : ATTACHMENT_TEXTS.tooMany(LIMITS.dm.attachments));
    if (fault) faults.set(fault, [...(faults.get(fault) ?? []), file.name]);
    else room -= 1;
    return fault === null;
  });
  const lines = [...faults].map(([fault, names]) => ATTACHMENT_TEXTS.leftOut(fault, names));
  change(open, { fault: lines.join('\n') || null });
  open.queue.add(
    taken.map((file) => {
      const kind = kindOf(file) ?? 'image';
      const preview = kind === 'image' ? URL.createObjectURL(file) : null;
      return { file, name: file.name, preview, more: { kind } };
    }),
  );
}

/** Puts a YouTube video into the tray. Throws the refusal of the server. */
export async function addYoutube(trayId: string, url: string, idempotencyKey: string): Promise<void> {
  const open = openTray(trayId);
  const { attachment } = await api('POST /api/dm-attachments/youtube', { body: { url }, idempotencyKey });
  const name = ATTACHMENT_TEXTS.youtubeVideo;
  change(open, { fault: null });
  open.queue.add([
    { file: null, name, state: 'ready', part: 1, result: attachment, more: { kind: 'youtube' } },
  ]);
}

/** Takes something out of the tray, on its way or not. */
export function removeItem(trayId: string, key: string): void {
  const open = openTray(trayId);
  change(open, { fault: null });
  open.queue.remove(key);
}

/** Uploads again what failed. */
export const retryItem = (trayId: string, key: string): void => openTray(trayId).queue.start([key]);

/** Whether files go 24 h after sending. What is uploaded already is uploaded anew, since that goes with the upload. */
export function setTemporary(trayId: string, on: boolean): void {
  const open = openTray(trayId);
  change(open, { temporary: on });
  open.queue.restart();
}

/** Empties a tray whose content was sent. */
export function emptyTray(trayId: string): void {
  const open = openTray(trayId);
  change(open, { fault: null });
  open.queue.clear();
}

/** What is to go with the next message of a conversation. */
export const useTray = (trayId: string): Tray => useShared(openTray(trayId).tray);
