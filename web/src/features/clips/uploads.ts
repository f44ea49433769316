import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useSyncExternalStore } from 'react';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { readErrorText, statusOf } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUploadQueue, isBusy, type Upload } from '../../lib/upload-queue.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import { changeClips, clipsQuery, InvalidClipResponse, type NewClip, uploadClip } from './api.ts';
import { withClip } from './groups.ts';

type ClipMeta = NewClip & { user: ClipGroup['user'] };
/** A clip on its way: it stands among one's own until it is there or has failed. */
export type PendingClip = Upload<Clip, ClipMeta>;

/** The server's own words where it has some; the specification's otherwise. */
export async function clipUploadError(thrown: unknown): Promise<string> {
  if (thrown instanceof InvalidClipResponse) return CLIP_TEXTS.badResponse;
  if (thrown instanceof TypeError) return CLIP_TEXTS.networkFailed;
  return readErrorText(thrown, CLIP_TEXTS.uploadFailed);
}

/** It outlives the bar, so that leaving the dashboard stops nothing. */
const queue = createUploadQueue<Clip, ClipMeta>({
  send: (file, meta, options) => uploadClip(file, meta, options),
  errorTextOf: clipUploadError,
  // What the server has judged it judges so again; a clip that it answered wrongly may be there.
  isPermanentError: (thrown) =>
    thrown instanceof InvalidClipResponse || Math.floor(statusOf(thrown) / 100) === 4,
  onReady: (key, clip) => {
    const user = queue.items().find((item) => item.key === key)?.meta.user;
    if (user) changeClips(queryClient, (list) => withClip(list, { user, clip: { ...clip, seen: true } }));
    queue.remove(key);
    announce(CLIP_TEXTS.uploaded);
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

/** Has the browser ask before a page goes that still sends. */
function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Where it happens to be is not where somebody looks by then: it is said wherever they are. */
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

// What one player has posted neither goes up nor is shown under the name of the next.
onPlayerChange(() => queue.clear());

/** Posts a file as a clip of `user`. What goes wrong is said in a toast. */
export const postClip = (
  file: File,
  { caption, thumb, user }: Pick<ClipMeta, 'caption' | 'thumb' | 'user'>,
): void => send(file, { caption, thumb, user, idempotencyKey: newIdempotencyKey() });

/** Takes back one that is on its way. */
export function cancelClip(key: string): void {
  queue.remove(key);
  announce(CLIP_TEXTS.uploadStopped);
}

/** One's clips that are on their way. */
export const usePendingClips = (): readonly PendingClip[] =>
  useSyncExternalStore(queue.subscribe, () => queue.items());
