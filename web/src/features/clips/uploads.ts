import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useSyncExternalStore } from 'react';
import { onPlayerChange } from '../../entities/session/player-change.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { faultOf, statusOf } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isBusy, type Upload, uploadQueue } from '../../lib/upload-queue.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import { changeClips, clipsQuery, type NewClip, NoClip, uploadClip } from './api.ts';
import { withClip } from './groups.ts';

type More = NewClip & { user: ClipGroup['user'] };
/** A clip on its way: it stands among one's own until it is there or has failed. */
export type ComingClip = Upload<Clip, More>;

/** The server's own words where it has some; the specification's otherwise. */
export async function clipUploadFault(thrown: unknown): Promise<string> {
  if (thrown instanceof NoClip) return CLIP_TEXTS.badResponse;
  if (thrown instanceof TypeError) return CLIP_TEXTS.networkFailed;
  return faultOf(thrown, CLIP_TEXTS.uploadFailed);
}

/** It outlives the bar, so that leaving the dashboard stops nothing. */
const queue = uploadQueue<Clip, More>({
  send: (file, more, sending) => uploadClip(file, more, sending),
  faultOf: clipUploadFault,
  // What the server has judged it judges so again; a clip that it answered wrongly may be there.
  isRefusal: (thrown) => thrown instanceof NoClip || Math.floor(statusOf(thrown) / 100) === 4,
  onReady: (key, clip) => {
    const user = queue.items().find((item) => item.key === key)?.more.user;
    if (user) changeClips(queryClient, (list) => withClip(list, { user, clip: { ...clip, seen: true } }));
    queue.remove(key);
    announce(CLIP_TEXTS.uploaded);
  },
});

const isFailed = ({ state }: ComingClip) => state === 'failed';

queue.subscribe(() => {
  const items = queue.items();
  if (isBusy(items)) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
  for (const item of items.filter(isFailed)) {
    queue.remove(item.key);
    if (item.fault) tell(item, item.fault);
  }
});

/** Has the browser ask before a page goes that still sends. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Where it happens to be is not where somebody looks by then: it is said wherever they are. */
function tell({ file, refused, more }: ComingClip, fault: string): void {
  if (fault === CLIP_TEXTS.badResponse) void queryClient.invalidateQueries({ queryKey: clipsQuery.queryKey });
  const again = { label: CLIP_TEXTS.retry, onClick: () => file && send(file, more) };
  toast.error(fault, refused ? {} : { action: again });
}

function send(file: File, more: More): void {
  queue.add([{ file, name: file.name, preview: previewOf(file, more.thumb), more }]);
}

const previewOf = (file: File, thumb: Blob | null): string | null =>
  file.type.startsWith('image/') || thumb ? URL.createObjectURL(thumb ?? file) : null;

// What one player has posted neither goes up nor is shown under the name of the next.
onPlayerChange(() => queue.clear());

/** Posts a file as a clip of `user`. What goes wrong is said in a toast. */
export const postClip = (
  file: File,
  { caption, thumb, user }: Pick<More, 'caption' | 'thumb' | 'user'>,
): void => send(file, { caption, thumb, user, idempotencyKey: newIdempotencyKey() });

/** Takes back one that is on its way. */
export function cancelClip(key: string): void {
  queue.remove(key);
  announce(CLIP_TEXTS.uploadStopped);
}

/** One's clips that are on their way. */
export const useComingClips = (): readonly ComingClip[] =>
  useSyncExternalStore(queue.subscribe, () => queue.items());
