import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { hiddenUsersPerViewerCte, notBlockedSql, notHiddenPerViewerSql } from '../blocks/service.ts';
import {
  type ContentViewer,
  hiddenContentPerViewerCte,
  isHiddenSql,
  isShownToSql,
  shownPerViewerSql,
} from '../hidden-content/service.ts';
import { authorSettledSql, PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { insertStoredRows, moveRows } from '../removals/service.ts';
import { PostRow, presentPosts } from './presenters.ts';

/** Return the link to a post on the dashboard. */
export const postLink = (postId: number): string => `/dashboard#post-${postId}`;

/**
 * Maximum number of pages that one statement reads. This limits how long a request waits for the other requests in its
 * statement.
 */
export const MAX_PAGES_PER_STATEMENT = 25;

/** SQL condition that excludes posts and comments hidden by a block or a mute. */
const NOT_HIDDEN = notHiddenPerViewerSql(sql`request.viewer`, sql`user_id`);

/**
 * Return SQL that reads full posts for each request, with one row for each of the latest two comments of a post.
 *
 * PostgreSQL must be able to reuse the plan, because planning takes as long as executing the query. The requests are
 * passed as JSON. If they were arrays, PostgreSQL would see their length, and would plan the statement on every call.
 * The inner `limit` is a constant, the size of the longest page. If it were a parameter, PostgreSQL would expect a
 * tenth of all posts on each page. The `limit` on likes makes PostgreSQL look up the like of each post instead of
 * reading all of the viewer's likes.
 */
const postPagesSql = (site: Site, requests: readonly RequestRow[]): Sql => sql`
  with request as materialized (
    select * from json_to_recordset(${JSON.stringify(requests)}) one (n integer, viewer bigint, sees_hidden boolean, id bigint, size integer)
    limit ${literal(MAX_PAGES_PER_STATEMENT)}
  ), ${hiddenUsersPerViewerCte(sql`request`)}, ${hiddenContentPerViewerCte(['post', 'comment'], sql`request`)}
  select request.n, p.id, p.text, p.gif_url, p.youtube_id, p.like_count, p.comment_count, p.created_at,
         p.user_id, ${PLAYER_COLUMNS}, ${authorSettledSql(site)} as links, photo.file_key, photo.width, photo.height, k.*,
         p.id in (select subject_id from hidden_content where kind = 'post') as hidden,
         p.like_count > 0
           and (select true from post_likes l where l.post_id = p.id and l.user_id = request.viewer limit 1) is not null
           as liked
  from request
  cross join lateral (
    select * from (
      select * from posts where id < request.id and ${NOT_HIDDEN} and ${shownPerViewerSql('post', sql`request.viewer`, sql`id`)}
      order by id desc limit 51
    ) longest limit request.size
  ) p ${playerJoinSql(sql`p`)}
  left join lateral (
    select file_key, width, height from photos where id = p.photo_id limit 1
  ) photo on p.photo_id is not null
  left join lateral (
    select latest.id as k_id, latest.text as k_text, latest.gif_url as k_gif_url, latest.created_at as k_created_at,
           latest.user_id as k_user_id, player.username as k_username, player.avatar_url as k_avatar_url,
           player.level as k_level, ${authorSettledSql(site)} as k_links,
           latest.id in (select subject_id from hidden_content where kind = 'comment') as k_hidden
    from (select * from post_comments where post_id = p.id and ${NOT_HIDDEN}
            and ${shownPerViewerSql('comment', sql`request.viewer`, sql`id`)}
          order by id desc limit 2) latest ${playerJoinSql(sql`latest`)}
  ) k on p.comment_count > 0 or exists (select 1 from hidden_content where kind = 'comment')
  order by request.n, p.id desc, k.k_id`;

type RequestRow = { n: number; viewer: number; sees_hidden: boolean; id: number; size: number };

/** A request for the newest posts that are visible to the viewer and have ids lower than `beforeId`. */
export type PageRequest = ContentViewer & { beforeId: number; limit: number };

/** Return the requested pages (at most `MAX_PAGES_PER_STATEMENT`), in the order of the requests. */
export async function postPages(
  db: DbOrTx,
  site: Site,
  pageRequests: readonly PageRequest[],
): Promise<Post[][]> {
  const requests = pageRequests.map(({ viewerId, seesHidden, beforeId, limit }, n) => ({
    n,
    viewer: viewerId,
    sees_hidden: seesHidden,
    id: beforeId,
    size: limit,
  }));
  const rows = await query(db, PostRow, postPagesSql(site, requests));
  const pages = Map.groupBy(rows, ({ n }) => n);
  return pageRequests.map((_, n) => presentPosts(pages.get(n) ?? []));
}

/** Return a post if it is visible to the viewer. */
export async function postById(
  db: DbOrTx,
  site: Site,
  id: number,
  viewer: ContentViewer,
): Promise<Post | undefined> {
  const [[post] = []] = await postPages(db, site, [{ ...viewer, beforeId: id + 1, limit: 1 }]);
  return post?.id === id ? post : undefined;
}

/**
 * A post that the viewer likes (`is_like` is true), or a player who is hidden from the viewer (false). If `is_like` is
 * null, `viewer` is the author of hidden content.
 */
const ViewerStateRow = Type.Object({
  viewer: column.integer,
  id: column.integer,
  is_like: Nullable(column.boolean),
});

/** Data about several viewers. The keys of the maps are viewer ids. */
export type ViewerState = {
  /** The ids of the posts that a viewer likes. Viewers without likes are left out. */
  liked: Map<number, Set<number>>;
  /** The ids of the players that a block or a mute hides from a viewer. Viewers without such players are left out. */
  hidden: Map<number, Set<number>>;
  /** The authors of all posts and comments that reports have hidden, independent of the viewers. */
  hiddenAuthors: Set<number>;
};

/**
 * Return which of the given posts each viewer likes, and which of the given players are hidden from each viewer. Also
 * return the authors of all hidden posts and comments.
 */
export async function viewerStates(
  db: DbOrTx,
  { viewerIds, postIds, playerIds }: { viewerIds: number[]; postIds: number[]; playerIds: number[] },
): Promise<ViewerState> {
  const rows = await query(
    db,
    ViewerStateRow,
    sql`select v.id as viewer, p.id, true as is_like
     from unnest(${viewerIds}::bigint[]) v (id) cross join unnest(${postIds}::bigint[]) p (id)
     cross join lateral (select 1 from post_likes where post_id = p.id and user_id = v.id limit 1) l
     union all select blocker_id, blocked_id, false from blocks
     where blocker_id = any (${viewerIds}) and blocked_id = any (${playerIds})
     union all select blocked_id, blocker_id, false from blocks
     where blocked_id = any (${viewerIds}) and blocker_id = any (${playerIds})
     union all select muter_id, muted_id, false from player_mutes
     where muter_id = any (${viewerIds}) and muted_id = any (${playerIds})
     union all select distinct author_id, 0, null::boolean from hidden_content where kind in ('post', 'comment')`,
  );
  const views: ViewerState = { liked: new Map(), hidden: new Map(), hiddenAuthors: new Set() };
  for (const { viewer, id, is_like } of rows) {
    if (is_like === null) {
      views.hiddenAuthors.add(viewer);
      continue;
    }
    const of = is_like ? views.liked : views.hidden;
    of.set(viewer, (of.get(viewer) ?? new Set()).add(id));
  }
  return views;
}

/** Insert a post and return its id. */
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
  return queryValue(
    tx,
    column.integer,
    sql`insert into posts (user_id, text, photo_id, gif_url, youtube_id, created_at)
     values (${post.userId}, ${post.text}, ${post.photoId}, ${post.gifUrl}, ${post.youtubeId}, ${post.at})
       returning id`,
  );
}

/** A locked post. */
const LockedPost = Type.Object({
  authorId: column.integer,
  text: column.text,
  /**
   * True if a block or reports hide the post from the viewer. A post hidden by reports counts as invisible even if
   * the viewer is staff and can see the post.
   */
  isInvisible: column.boolean,
  likes: column.integer,
});
type LockedPost = Static<typeof LockedPost>;

/** Lock a post before changing the post, its likes or its comments. Return undefined if it does not exist. */
export async function lockPost(tx: Tx, id: number, viewerId: number): Promise<LockedPost | undefined> {
  return queryFirst(
    tx,
    LockedPost,
    sql`select user_id as "authorId", text, like_count as likes,
          not (${notBlockedSql(viewerId, sql`user_id`)}
            and ${isShownToSql('post', sql`posts.id`, { viewerId, seesHidden: false })}) as "isInvisible"
        from posts where id = ${id} for no key update`,
  );
}

/** Delete locked posts with their likes and comments. */
export async function deletePosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await execute(tx, sql`delete from posts where id = any (${ids}::bigint[])`);
}

/** Delete posts with their likes and comments, and store all of these with a removal record. */
export async function movePosts(tx: Tx, removalId: number, ids: readonly number[]): Promise<void> {
  // Lock the posts first. Otherwise, a like or comment that is added in the meantime would be deleted without being
  // stored.
  await execute(tx, sql`select 1 from posts where id = any (${ids}::bigint[]) order by id for update`);
  const ofPosts = sql`post_id = any (${ids}::bigint[])`;
  await moveRows(tx, removalId, 'post_likes', ofPosts);
  await moveRows(tx, removalId, 'post_comments', ofPosts);
  await moveRows(tx, removalId, 'posts', sql`id = any (${ids}::bigint[])`);
}

/** The ids of all posts with a certain photo, and the ids of those that have no text. */
export type PostsOfPhoto = { all: number[]; withoutText: number[] };

const PostText = Type.Object({ id: column.integer, text: column.text });

/** Lock the posts that use a photo. The caller must have locked the photo, so that no new post can use it. */
export async function lockPostsOfPhoto(tx: Tx, photoId: number): Promise<PostsOfPhoto> {
  const posts = await query(
    tx,
    PostText,
    sql`select id, text from posts where photo_id = ${photoId} order by id for update`,
  );
  return {
    all: posts.map(({ id }) => id),
    withoutText: posts.filter(({ text }) => text === '').map(({ id }) => id),
  };
}

/**
 * Restore the posts, comments and likes from a removal record, recount the likes and comments, and return the ids of
 * the posts. If the photo of a post was deleted in the meantime, the post is restored without the photo.
 */
export async function insertRemovedPosts(tx: Tx, removalId: number): Promise<number[]> {
  await execute(
    tx,
    sql`update removed_rows d set data = data || '{"photo_id": null}'
        where removal_id = ${removalId} and table_name = 'posts'
          and not exists (select 1 from photos where id = (d.data ->> 'photo_id')::bigint)`,
  );
  for (const table of ['posts', 'post_comments', 'post_likes']) await insertStoredRows(tx, removalId, table);
  return queryValues(
    tx,
    column.integer,
    sql`update posts p set like_count = (select count(*) from post_likes where post_id = p.id),
          comment_count = ${shownCommentsSql(sql`p.id`)}
        where id in (select (data ->> 'id')::bigint from removed_rows
          where removal_id = ${removalId} and table_name = 'posts')
        returning id`,
  );
}

/** Return true if a post has no text, photo, GIF or video. */
export const isEmptyPost = (tx: Tx, id: number): Promise<boolean> =>
  queryExists(
    tx,
    sql`select 1 from posts
        where id = ${id} and text = '' and photo_id is null and gif_url is null and youtube_id is null`,
  );

/** Attach a restored photo to its former posts. Posts that have another photo, a GIF or a video stay unchanged. */
export async function relinkPhoto(tx: Tx, photoId: number, postIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`update posts set photo_id = ${photoId}
        where id = any (${postIds}::bigint[]) and num_nonnulls(photo_id, gif_url, youtube_id) = 0`,
  );
}

/** SQL that counts the comments on a post, without hidden comments. */
const shownCommentsSql = (postId: number | Sql): Sql => sql`(
  select count(*) from post_comments
  where post_id = ${postId} and id not in (select subject_id from hidden_content where kind = 'comment'))`;

/**
 * Restore the comment from a removal record, and return the id of its post. Return undefined if the post no longer
 * exists.
 */
export async function insertRemovedComment(tx: Tx, removalId: number): Promise<number | undefined> {
  const postId = await queryFirstValue(
    tx,
    column.integer,
    sql`select p.id from posts p
        where id = (select (data ->> 'post_id')::bigint from removed_rows where removal_id = ${removalId})
        for no key update`,
  );
  if (postId === undefined) return undefined;
  await insertStoredRows(tx, removalId, 'post_comments');
  await countComments(tx, postId);
  return postId;
}

/** Recount the comments on a locked post, without hidden comments, and return the new count. */
export const countComments = (tx: Tx, postId: number): Promise<number> =>
  queryValue(
    tx,
    column.integer,
    sql`update posts set comment_count = ${shownCommentsSql(postId)}
        where id = ${postId} returning comment_count`,
  );

const PostCountsRow = Type.Object({
  id: column.integer,
  authorId: column.integer,
  likes: column.integer,
  commentsCount: column.integer,
});

/** Return the author and the counts of each given post. Leave out posts that do not exist or are hidden. */
export async function postCounts(
  db: DbOrTx,
  ids: readonly number[],
): Promise<Static<typeof PostCountsRow>[]> {
  return query(
    db,
    PostCountsRow,
    sql`select id, user_id as "authorId", like_count as likes, comment_count as "commentsCount"
     from posts where id = any (${ids}) and not ${isHiddenSql('post', sql`posts.id`)}`,
  );
}
