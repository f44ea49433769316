import { imagesIn } from '@rivalhold/shared/forum/images.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { type DbOrTx, run } from '../../platform/db/db.ts';
import type { Around, Reportable } from '../../platform/reportable.ts';
import type { Site } from '../../platform/site.ts';
import { PLAYER, type PlayerRow, playerOf, presentPlayer } from '../profiles/service.ts';
import { findPost, postLink } from './queries.ts';

/** Posts before and after one that are told around it. */
const AROUND = 5;

/** A post as a report keeps it; undefined where the viewer may not see it. Of an opening post the title comes first. */
export async function reportedForumPost(
  db: DbOrTx,
  { site, id, viewerId }: { site: Pick<Site, 'config'>; id: number; viewerId: number },
): Promise<Reportable | undefined> {
  const post = await findPost(db, id, viewerId);
  if (!post || post.hidden) return undefined;
  return {
    ownerId: post.authorId,
    text: post.position === 1 ? `${post.title}\n\n${post.body}` : post.body,
    media: imagesIn(post.body).map((url) => {
      const isGif = isGifUrl(url, site.config.giphyApiBase);
      return { url, kind: 'image', key: null, ...(!isGif && { outside: true }) };
    }),
    link: postLink(post.threadId, id),
    createdAt: post.createdAt,
  };
}

/** Up to five posts before a post and five after it, itself among them; none where it is gone. */
export async function aroundForumPost(db: DbOrTx, id: number): Promise<Around[]> {
  const side = (compare: '<' | '>=', order: 'asc' | 'desc', count: number): string =>
    `(select p.* from forum_posts p where p.thread_id = it.thread_id and p.position ${compare} it.position
      order by p.position ${order} limit ${count})`;
  const rows = await run<PlayerRow & { id: number; body: string; created_at: Date }>(
    db,
    `select near.id, near.body, near.created_at, near.user_id, ${PLAYER}
     from forum_posts it
     cross join lateral (${side('<', 'desc', AROUND)} union all ${side('>=', 'asc', AROUND + 1)}) near
     ${playerOf('near')}
     where it.id = $1 order by near.position`,
    [id],
  );
  return rows.map((row) => ({
    id: row.id,
    author: presentPlayer(row),
    text: row.body,
    createdAt: row.created_at.toISOString(),
    isIt: row.id === id,
  }));
}
