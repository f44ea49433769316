import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';
import { whenConnected } from '../../lib/socket.ts';
import { upload } from '../../lib/upload.ts';
import { type ClipPages, withoutExpired, withUpdatedClip } from './groups.ts';
import { clipLikes } from './likes.ts';

type ClipChange = (list: ClipPages) => ClipPages;

/** No answer takes so long (ms). */
const CHANGE_TTL_MS = 60_000;
let recentChanges: { at: number; change: ClipChange }[] = [];

/** What was asked for at `since` (ms) may not know what has happened since. */
function applyRecentChanges(page: ClipPages['pages'][number], cursor: string | null, since: number) {
  const late = recentChanges.filter(({ at }) => at >= since);
  const list: ClipPages = { pages: [page], pageParams: [cursor] };
  const now = late.reduce((before, { change }) => change(before), withoutExpired(list, Date.now()));
  return now.pages[0] ?? page;
}

/** Learns from a page that was asked for at `since` (ms); answers it with what has happened since. */
export function reconcileClips(page: ClipPages['pages'][number], cursor: string | null, since: number) {
  clipLikes.reconcileAll(
    page.groups.flatMap(({ clips }) => clips),
    since,
  );
  return applyRecentChanges(page, cursor, since);
}

/** The clips of everybody that are not over, by player, page by page. */
export const clipsQuery = infiniteQueryOptions({
  queryKey: ['clips', 'feed'],
  queryFn: async ({ pageParam, signal }) => {
    await whenConnected();
    const since = Date.now();
    const query = { limit: LIMITS.clips.groups, ...(pageParam && { cursor: pageParam }) };
    return reconcileClips(await api('GET /api/clips/feed', { query, signal }), pageParam, since);
  },
  ...cursorPagination,
  // While nobody looks at the dashboard nothing is heard of clips.
  staleTime: 5_000,
  refetchInterval: LIMITS.clips.refreshMs,
  refetchOnWindowFocus: 'always',
});

/** Changes what is loaded of everybody's clips, and what is just on its way. */
export function changeClips(client: QueryClient, change: ClipChange): void {
  const at = Date.now();
  recentChanges = [...recentChanges.filter((one) => at - one.at < CHANGE_TTL_MS), { at, change }];
  client.setQueryData(clipsQuery.queryKey, (list) => list && change(list));
}

/** Drops the clips whose time is over. */
export function removeExpiredClips(client: QueryClient): void {
  client.setQueryData(clipsQuery.queryKey, (list) => list && withoutExpired(list, Date.now()));
}

export type NewClip = {
  caption: string;
  /** The first frame of a video, where the browser could draw it. */
  thumb: Blob | null;
  idempotencyKey: string;
};
type SendOptions = { onProgress: (part: number) => void; signal: AbortSignal };

/** The server took a file and answered something else than a clip. */
export class InvalidClipResponse extends Error {}

const isClip = (value: unknown): value is Clip =>
  typeof value === 'object' && value !== null && 'id' in value && 'url' in value && 'expiresAt' in value;

/** Adds a clip. Throws what `upload` throws, and NoClip where the answer is none. */
export async function uploadClip(file: File, clip: NewClip, sending: SendOptions): Promise<Clip> {
  const { caption, thumb, idempotencyKey } = clip;
  const response = await upload('POST /api/clips', {
    field: 'file',
    file,
    fields: { caption },
    ...(thumb && { extraFiles: { thumb } }),
    idempotencyKey,
    ...sending,
  }).catch((thrown: unknown) => {
    throw thrown instanceof SyntaxError ? new InvalidClipResponse() : thrown;
  });
  const made: unknown = (response as { clip?: unknown } | null)?.clip;
  if (!isClip(made)) throw new InvalidClipResponse();
  return made;
}

/** Deletes a clip, one's own or as staff. */
export const deleteClip = (id: number) => api('DELETE /api/clips/{id}', { params: { id } });

/** Marks a clip as seen and has its view counted; one that could not be counted is counted the next time. */
export async function viewClip(client: QueryClient, id: number): Promise<void> {
  changeClips(client, (list) => withUpdatedClip(list, id, { seen: true }));
  try {
    const { viewsCount } = await api('POST /api/clips/{id}/view', { params: { id } });
    changeClips(client, (list) => withUpdatedClip(list, id, { seen: true, viewsCount }));
  } catch {
    changeClips(client, (list) => withUpdatedClip(list, id, { seen: false }));
  }
}
