import type { Post } from '@rivalhold/shared/contract/feed.ts';
import {
  type DbOrTx,
  literal,
  query,
  queryFirst,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { hiddenUsersPerViewerCte, notBlockedSql, notHiddenPerViewerSql } from '../blocks/service.ts';
import { PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { type PostRow, presentPosts } from './presenters.ts';

/** Where a post is shown. */
export const postLink = (postId: number): string => `/dashboard#post-${postId}`;

/** Pages that one statement reads at most, so that nobody's waits for more than that. */
export const MAX_PAGES_PER_STATEMENT = 25;

/** Of posts, and of comments. */
const NOT_HIDDEN = notHiddenPerViewerSql(sql`request.viewer`, sql`user_id`);

/**
 * SQL of whole posts for each request, once for each of their latest two comments. The requests are JSON: of arrays the
 * planner knows how long they are, thinks little of the plan for all lengths, and plans anew each time.
 *
 * Likes are looked up post by post, by the limit: without one the planner may read all that the viewer ever liked. No page
 * is longer than the inner limit: without one the planner takes a tenth of all posts for a page, thinks little of the plan
 * for all values, and plans anew each time, which takes as long as the reading.
 */
const postPagesSql = (requests: readonly RequestRow[]): Sql => sql`
  with request as materialized (
    select * from json_to_recordset(${JSON.stringify(requests)}) one (n integer, viewer bigint, id bigint, size integer)
    limit ${literal(MAX_PAGES_PER_STATEMENT)}
  ), ${hiddenUsersPerViewerCte(sql`request`)}
  select request.n, p.id, p.text, p.gif_url, p.youtube_id, p.likes_count, p.comments_count, p.created_at,
         p.user_id, ${PLAYER_COLUMNS}, photo.file_key, photo.width, photo.height, k.*,
         p.likes_count > 0
           and (select true from post_likes l where l.post_id = p.id and l.user_id = request.viewer limit 1) is not null
           as liked
  from request
  cross join lateral (
    select * from (
      select * from posts where id < request.id and ${NOT_HIDDEN} order by id desc limit 51
    ) longest limit request.size
  ) p ${playerJoinSql(sql`p`)}
  left join lateral (
    select file_key, width, height from photos where id = p.photo_id limit 1
  ) photo on p.photo_id is not null
  left join lateral (
    select latest.id as k_id, latest.text as k_text, latest.gif_url as k_gif_url, latest.created_at as k_created_at,
           latest.user_id as k_user_id, player.username as k_username, player.avatar_url as k_avatar_url,
           player.level as k_level
    from (select * from post_comments where post_id = p.id and ${NOT_HIDDEN}
          order by id desc limit 2) latest ${playerJoinSql(sql`latest`)}
  ) k on p.comments_count > 0
  order by request.n, p.id desc, k.k_id`;

type RequestRow = { n: number; viewer: number; id: number; size: number };

/** Posts with a lower id than this, as far as the viewer may see them, the newest first. */
export type PageRequest = { viewerId: number; beforeId: number; limit: number };

/** Return the requested pages (at most `MAX_PAGES_PER_STATEMENT`), in the order of the requests. */
export async function postPages(db: DbOrTx, pageRequests: readonly PageRequest[]): Promise<Post[][]> {
  const requests = pageRequests.map(({ viewerId, beforeId, limit }, n) => ({
    n,
    viewer: viewerId,
    id: beforeId,
    size: limit,
  }));
  const rows = await query<PostRow & { n: number }>(db, postPagesSql(requests));
  const pages = Map.groupBy(rows, ({ n }) => n);
  return pageRequests.map((_, n) => presentPosts(pages.get(n) ?? []));
}

/** One post, as far as the viewer may see it. */
export async function postById(db: DbOrTx, id: number, viewerId: number): Promise<Post | undefined> {
  const [[post] = []] = await postPages(db, [{ viewerId, beforeId: id + 1, limit: 1 }]);
  return post?.id === id ? post : undefined;
}

/** Of each viewer who has any: which of some posts they like, and who of some players is in a block relation with them. */
export type ViewerState = { liked: Map<number, Set<number>>; hidden: Map<number, Set<number>> };

/** The own views of several players of the same posts and players, by one statement. */
export async function viewerStates(
  db: DbOrTx,
  { viewerIds, postIds, playerIds }: { viewerIds: number[]; postIds: number[]; playerIds: number[] },
): Promise<ViewerState> {
  const rows = await query<{ viewer: number; id: number; is_like: boolean }>(
    db,
    sql`select v.id as viewer, p.id, true as is_like
     from unnest(${viewerIds}::bigint[]) v (id) cross join unnest(${postIds}::bigint[]) p (id)
     cross join lateral (select 1 from post_likes where post_id = p.id and user_id = v.id limit 1) l
     union all select blocker_id, blocked_id, false from blocks
     where blocker_id = any (${viewerIds}) and blocked_id = any (${playerIds})
     union all select blocked_id, blocker_id, false from blocks
     where blocked_id = any (${viewerIds}) and blocker_id = any (${playerIds})`,
  );
  const views: ViewerState = { liked: new Map(), hidden: new Map() };
  for (const { viewer, id, is_like } of rows) {
    const of = is_like ? views.liked : views.hidden;
    of.set(viewer, (of.get(viewer) ?? new Set()).add(id));
  }
  return views;
}

export async function insertPost(
  tx: Tx,
  post: {
    userId: number;
    text: string;
    photoId: number | null;
    gifUrl: string | null;
    youtubeId: string | null;
    at: Date;
  },
): Promise<number> {
  return queryValue<number>(
    tx,
    sql`insert into posts (user_id, text, photo_id, gif_url, youtube_id, created_at)
     values (${post.userId}, ${post.text}, ${post.photoId}, ${post.gifUrl}, ${post.youtubeId}, ${post.at})
       returning id`,
  );
}

export type LockedPost = {
  authorId: number;
  /** A block stands between the author and the viewer. */
  hidden: boolean;
  likes: number;
};

/** Locks a post before it, its likes or its comments change; undefined where there is none. */
export async function lockPost(tx: Tx, id: number, viewerId: number): Promise<LockedPost | undefined> {
  return queryFirst<LockedPost>(
    tx,
    sql`select user_id as "authorId", not ${notBlockedSql(viewerId, sql`user_id`)} as hidden, likes_count as likes
        from posts where id = ${id} for no key update`,
  );
}

/** Deletes a post that is locked; answers what it said. */
export async function deletePost(tx: Tx, id: number): Promise<string> {
  return queryValue<string>(tx, sql`delete from posts where id = ${id} returning text`);
}

/** Deletes the posts that show nothing but a photo, and locks it, so that no other post takes it; answers their ids. */
export async function deletePostsOfPhoto(tx: Tx, photoId: number): Promise<number[]> {
  await query(tx, sql`select 1 from photos where id = ${photoId} for update`);
  return queryValues<number>(
    tx,
    sql`delete from posts where photo_id = ${photoId} and text = '' returning id`,
  );
}

/** Likes, comments and author of those posts that are there. */
export async function postCounts(
  db: DbOrTx,
  ids: readonly number[],
): Promise<{ id: number; authorId: number; likes: number; commentsCount: number }[]> {
  return query(
    db,
    sql`select id, user_id as "authorId", likes_count as likes, comments_count as "commentsCount"
     from posts where id = any (${ids})`,
  );
}
