import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api, byCursor } from '../../lib/api.ts';
import { whenLive } from '../../lib/socket.ts';
import { upload } from '../../lib/upload.ts';
import { type Pages, withChanged, withoutExpired } from './groups.ts';
import { clipLikes } from './likes.ts';

type Change = (list: Pages) => Pages;

/** No answer takes so long (ms). */
const REMEMBERED_MS = 60_000;
let changes: { at: number; change: Change }[] = [];

/** What was asked for at `since` (ms) may not know what has happened since. */
function caughtUp(page: Pages['pages'][number], cursor: string | null, since: number) {
  const late = changes.filter(({ at }) => at >= since);
  const list: Pages = { pages: [page], pageParams: [cursor] };
  const now = late.reduce((before, { change }) => change(before), withoutExpired(list, Date.now()));
  return now.pages[0] ?? page;
}

/** Learns from a page that was asked for at `since` (ms); answers it with what has happened since. */
export function learnClips(page: Pages['pages'][number], cursor: string | null, since: number) {
  clipLikes.learnFrom(
    page.groups.flatMap(({ clips }) => clips),
    since,
  );
  return caughtUp(page, cursor, since);
}

/** The clips of everybody that are not over, by player, page by page. */
export const clipsQuery = infiniteQueryOptions({
  queryKey: ['clips', 'feed'],
  queryFn: async ({ pageParam, signal }) => {
    await whenLive();
    const since = Date.now();
    const query = { limit: LIMITS.clips.groups, ...(pageParam && { cursor: pageParam }) };
    return learnClips(await api('GET /api/clips/feed', { query, signal }), pageParam, since);
  },
  ...byCursor,
  // While nobody looks at the dashboard nothing is heard of clips.
  staleTime: 5_000,
  refetchInterval: LIMITS.clips.refreshMs,
  refetchOnWindowFocus: 'always',
});

/** Changes what is loaded of everybody's clips, and what is just on its way. */
export function changeClips(client: QueryClient, change: Change): void {
  const at = Date.now();
  changes = [...changes.filter((one) => at - one.at < REMEMBERED_MS), { at, change }];
  client.setQueryData(clipsQuery.queryKey, (list) => list && change(list));
}

/** Drops the clips whose time is over. */
export function sweepClips(client: QueryClient): void {
  client.setQueryData(clipsQuery.queryKey, (list) => list && withoutExpired(list, Date.now()));
}

export type NewClip = {
  caption: string;
  /** The first frame of a video, where the browser could draw it. */
  thumb: Blob | null;
  idempotencyKey: string;
};
type Sending = { onProgress: (part: number) => void; signal: AbortSignal };

/** The server took a file and answered something else than a clip. */
export class NoClip extends Error {}

const isClip = (value: unknown): value is Clip =>
  typeof value === 'object' && value !== null && 'id' in value && 'url' in value && 'expiresAt' in value;

/** Adds a clip. Throws what `upload` throws, and NoClip where the answer is none. */
export async function uploadClip(file: File, clip: NewClip, sending: Sending): Promise<Clip> {
  const { caption, thumb, idempotencyKey } = clip;
  const answer = await upload('POST /api/clips', {
    field: 'file',
    file,
    fields: { caption },
    ...(thumb && { files: { thumb } }),
    idempotencyKey,
    ...sending,
  }).catch((thrown: unknown) => {
    throw thrown instanceof SyntaxError ? new NoClip() : thrown;
  });
  const made: unknown = (answer as { clip?: unknown } | null)?.clip;
  if (!isClip(made)) throw new NoClip();
  return made;
}

/** Deletes a clip, one's own or as staff. */
export const deleteClip = (id: number) => api('DELETE /api/clips/{id}', { params: { id } });

/** Marks a clip as seen and has its view counted; one that could not be counted is counted the next time. */
export async function viewClip(client: QueryClient, id: number): Promise<void> {
  changeClips(client, (list) => withChanged(list, id, { seen: true }));
  try {
    const { viewsCount } = await api('POST /api/clips/{id}/view', { params: { id } });
    changeClips(client, (list) => withChanged(list, id, { seen: true, viewsCount }));
  } catch {
    changeClips(client, (list) => withChanged(list, id, { seen: false }));
  }
}
