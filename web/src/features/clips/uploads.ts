import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useSyncExternalStore } from 'react';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { isFileRejected, readErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUploadQueue, isBusy, type Upload } from '../../lib/upload-queue.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import {
  changeClips,
  clipsQuery,
  InvalidClipResponse,
  type NewClip,
  type UploadedClip,
  uploadClip,
} from './api.ts';
import { withClip } from './groups.ts';

type ClipMeta = NewClip & { user: ClipGroup['user'] };
/** A clip that is being uploaded, shown as a tile in the clips bar. */
export type PendingClip = Upload<UploadedClip, ClipMeta>;

/** Return the server's error message if there is one, otherwise a standard message. */
export async function clipUploadError(thrown: unknown): Promise<string> {
  if (thrown instanceof InvalidClipResponse) return CLIP_TEXTS.badResponse;
  if (thrown instanceof TypeError) return CLIP_TEXTS.networkFailed;
  return readErrorText(thrown, CLIP_TEXTS.uploadFailed);
}

/** The pending uploads. They do not belong to the clips bar, so leaving the dashboard does not stop an upload. */
const queue = createUploadQueue<UploadedClip, ClipMeta>({
  send: (file, meta, options) => uploadClip(file, meta, options),
  errorTextOf: clipUploadError,
  // Do not offer a retry after an invalid response, because the server might already have stored the clip.
  isPermanentError: (thrown) => thrown instanceof InvalidClipResponse || isFileRejected(thrown),
  onReady: (key, { clip, notice }) => {
    const user = queue.items().find((item) => item.key === key)?.meta.user;
    if (user) changeClips(queryClient, (list) => withClip(list, { user, clip: { ...clip, seen: true } }));
    queue.remove(key);
    announce(CLIP_TEXTS.uploaded);
    if (notice) toast.info(notice);
  },
});

const isFailed = ({ state }: PendingClip) => state === 'failed';

queue.subscribe(() => {
  const items = queue.items();
  if (isBusy(items)) window.addEventListener('beforeunload', confirmUnload);
  else window.removeEventListener('beforeunload', confirmUnload);
  for (const item of items.filter(isFailed)) {
    queue.remove(item.key);
    if (item.error) showUploadError(item, item.error);
  }
});

/** Ask for confirmation when the player leaves the site during an upload. */
function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Show a failed upload in a toast, because the player may be on any page by then. */
function showUploadError({ file, isRejected, meta }: PendingClip, error: string): void {
  if (error === CLIP_TEXTS.badResponse) void queryClient.invalidateQueries({ queryKey: clipsQuery.queryKey });
  const retryAction = { label: CLIP_TEXTS.retry, onClick: () => file && send(file, meta) };
  toast.error(error, isRejected ? {} : { action: retryAction });
}

function send(file: File, meta: ClipMeta): void {
  queue.add([{ file, name: file.name, preview: previewUrl(file, meta.thumb), meta }]);
}

const previewUrl = (file: File, thumb: Blob | null): string | null =>
  file.type.startsWith('image/') || thumb ? URL.createObjectURL(thumb ?? file) : null;

// Do not upload or show a player's clips after another player signs in.
onPlayerChange(() => queue.clear());

/** Post a file as a clip of `user`. Errors are shown in a toast. */
export const postClip = (
  file: File,
  { caption, thumb, user }: Pick<ClipMeta, 'caption' | 'thumb' | 'user'>,
): void => send(file, { caption, thumb, user, idempotencyKey: newIdempotencyKey() });

/** Cancel a pending upload. */
export function cancelClip(key: string): void {
  queue.remove(key);
  announce(CLIP_TEXTS.uploadStopped);
}

/** Return the player's pending clips. */
export const usePendingClips = (): readonly PendingClip[] =>
  useSyncExternalStore(queue.subscribe, () => queue.items());
