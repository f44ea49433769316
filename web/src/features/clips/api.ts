import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { FULL_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';
import { mediaKind } from '../../lib/media-file.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { shrinkImage } from '../../lib/shrink-image.ts';
import { whenConnected } from '../../lib/socket.ts';
import { upload } from '../../lib/upload.ts';
import { type ClipPages, withoutExpired, withUpdatedClip } from './groups.ts';
import { clipLikes } from './likes.ts';

type ClipChange = (list: ClipPages) => ClipPages;

/**
 * Time (ms) for which a change is stored. During this time, the change is applied to the response of each request that
 * was sent before the change. A response never takes longer than this time.
 */
const CHANGE_TTL_MS = 60_000;
let recentChanges: { at: number; change: ClipChange }[] = [];

/**
 * Remove expired clips from a page. Then apply the changes that were made after the request for the page, because the
 * page might lack these changes. `since` is the time (ms) of the request.
 */
function applyRecentChanges(page: ClipPages['pages'][number], cursor: string | null, since: number) {
  const late = recentChanges.filter(({ at }) => at >= since);
  const list: ClipPages = { pages: [page], pageParams: [cursor] };
  const now = late.reduce((before, { change }) => change(before), withoutExpired(list, serverNow()));
  return now.pages[0] ?? page;
}

/**
 * Update the known like counts with the counts of a page, which was requested at the time `since` (ms). Return the page
 * without expired clips and with the changes made after the request.
 */
export function reconcileClips(page: ClipPages['pages'][number], cursor: string | null, since: number) {
  clipLikes.reconcileAll(
    page.groups.flatMap(({ clips }) => clips),
    since,
  );
  return applyRecentChanges(page, cursor, since);
}

/** All players' unexpired clips, grouped by player, page by page. */
export const clipsQuery = infiniteQueryOptions({
  queryKey: ['clips', 'feed'],
  queryFn: async ({ pageParam, signal }) => {
    await whenConnected();
    const since = Date.now();
    const query = { limit: LIMITS.clips.groups, ...(pageParam && { cursor: pageParam }) };
    return reconcileClips(await api('GET /api/clips/feed', { query, signal }), pageParam, since);
  },
  ...cursorPagination,
  // The time is short, because clip events are handled only while the dashboard is shown. On other pages the cached
  // clips become outdated.
  staleTime: 5_000,
  // `useClipRefresh` reloads the clips on focus and at intervals. Do not use `refetchInterval`, because each cache
  // change would restart its timer.
  refetchOnWindowFocus: false,
});

/** Reload the clips now, unless they are already loading. */
export const refreshClips = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: clipsQuery.queryKey, type: 'active' }, { cancelRefetch: false });

/** Change the cached clips. Leave the query as it is if nothing changes. */
function updateClips(client: QueryClient, change: ClipChange): void {
  client.setQueryData(clipsQuery.queryKey, (list) => {
    const next = list && change(list);
    return next === list ? undefined : next;
  });
}

/** Change the cached clips. The change also applies to pages that are being loaded. */
export function changeClips(client: QueryClient, change: ClipChange): void {
  const at = Date.now();
  recentChanges = [...recentChanges.filter((recent) => at - recent.at < CHANGE_TTL_MS), { at, change }];
  updateClips(client, change);
}

/** Remove expired clips from the cache. */
export function removeExpiredClips(client: QueryClient): void {
  updateClips(client, (list) => withoutExpired(list, serverNow()));
}

export type NewClip = {
  caption: string;
  /** A frame near the start of a video, if the browser could capture one; null for a picture. */
  thumb: Blob | null;
  idempotencyKey: string;
};
type SendOptions = { onProgress: (part: number) => void; signal: AbortSignal };

/** Thrown if the server accepted a file, but did not respond with a clip. */
export class InvalidClipResponse extends Error {}

const isClip = (value: unknown): value is Clip =>
  typeof value === 'object' && value !== null && 'id' in value && 'url' in value && 'expiresAt' in value;

/** A clip, with a notice to its owner about a change to the file. */
export type UploadedClip = { clip: Clip; notice: string | undefined };

/** Upload a clip. Throws the errors of `upload`, or `InvalidClipResponse` if the response is not a clip. */
export async function uploadClip(file: File, clip: NewClip, sending: SendOptions): Promise<UploadedClip> {
  const { caption, thumb, idempotencyKey } = clip;
  const shrunk = mediaKind(file) === 'image' ? await shrinkImage(file, FULL_SIDES.clips) : file;
  const response = await upload('POST /api/clips', {
    field: 'file',
    file: shrunk,
    fields: { caption },
    ...(thumb && { extraFiles: { thumb } }),
    idempotencyKey,
    ...sending,
  }).catch((thrown: unknown) => {
    throw thrown instanceof SyntaxError ? new InvalidClipResponse() : thrown;
  });
  const made: unknown = (response as { clip?: unknown } | null)?.clip;
  if (!isClip(made)) throw new InvalidClipResponse();
  return { clip: made, notice: response.notice };
}

/** Delete one of the viewer's clips or, as staff, any clip. */
export const deleteClip = (id: number, reason: StaffReason) =>
  api('DELETE /api/clips/{id}', { params: { id }, body: reason });

/**
 * Mark a clip as seen and count the view. If the request fails, mark the clip as unseen again, so that the next view
 * is counted.
 */
export async function viewClip(client: QueryClient, id: number): Promise<void> {
  changeClips(client, (list) => withUpdatedClip(list, id, { seen: true }));
  try {
    const { viewsCount } = await api('POST /api/clips/{id}/view', { params: { id } });
    changeClips(client, (list) => withUpdatedClip(list, id, { seen: true, viewsCount }));
  } catch {
    changeClips(client, (list) => withUpdatedClip(list, id, { seen: false }));
  }
}
