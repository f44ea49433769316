import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { foldText } from '@rivalhold/shared/fold-text.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
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
  queryOne,
  queryValue,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { hiddenUsersCte, notBlockedSql, notHiddenSql, notInHiddenUsersSql } from '../blocks/service.ts';
import { type ContentViewer, isHiddenSql, isShownTo, isShownToSql } from '../hidden-content/service.ts';
import { authorSettledSql, PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { PostRow, type ThreadRow } from './presenters.ts';

/** Return the link to a post in its thread. */
export const postLink = (threadId: number, postId: number): string =>
  `/forum?thread=${threadId}&post=${postId}`;

/** Return the topic to which watchers of a thread subscribe. */
export const threadTopic = (threadId: number): string => `forum:${threadId}`;

/** Return the collapse key of notifications about replies to a thread. */
export const repliesCollapseKey = (threadId: number): string => `thread:${threadId}`;
/** Return the collapse key of notifications about mentions in a thread. */
export const mentionsCollapseKey = (threadId: number): string => `mention:thread:${threadId}`;
/** Return the collapse key of notifications about likes of a post. */
export const likesCollapseKey = (postId: number): string => `forum-post:${postId}`;

/**
 * The row of an opening post also has the columns of its thread. In other rows, `thread_hidden` is false, and the other
 * columns of the thread are null.
 */
const ThreadPageRow = Type.Union([
  Type.Object({
    ...PostRow.properties,
    title: column.text,
    category_id: column.integer,
    post_count: column.integer,
    last_position: column.integer,
    begun_at: column.date,
    updated_at: column.date,
    deleted_at: Nullable(column.date),
    thread_hidden: column.boolean,
    /** The position, in the thread, of the first post on the page. */
    first: column.integer,
  }),
  Type.Object({ ...PostRow.properties, title: Type.Null() }),
]);

/** SQL for whether the viewer likes the post `p`. For a post without likes, it skips the lookup of the like. */
const isLikedSql = (viewerId: number): Sql => sql`p.like_count > 0
  and (
    select true from forum_likes l where l.post_id = p.id and l.user_id = ${viewerId} limit 1
  ) is not null as liked`;

const THREAD_COLUMNS = raw(
  Object.entries({
    title: 't.title',
    category_id: 't.category_id',
    post_count: 't.post_count',
    last_position: 't.last_position',
    begun_at: 't.created_at',
    updated_at: 't.updated_at',
    deleted_at: 't.deleted_at',
    first: 'page.first',
  })
    // Select these columns only in the row of the opening post. If they were in every row, they would make up half of
    // the data.
    .map(([name, column]) => `case when p.position = 1 then ${column} end as ${name}`)
    .join(', '),
);

type ThreadPageQuery = ContentViewer & {
  id: number;
  /** True to return the thread even if it is deleted. */
  deleted: boolean;
  page: number;
  size: number;
  postId: number | null;
};

/**
 * Return SQL that reads a thread with a page of its posts. The opening post is always included, because its row
 * contains the thread's author and text.
 * @param first SQL of a subquery on the thread `t`. Its column `first` is the position of the page's first post.
 */
const threadSql = (site: Site, { id, deleted, size, ...viewer }: ThreadPageQuery, first: Sql): Sql => sql`
  with ${hiddenUsersCte(viewer.viewerId)}
  select ${THREAD_COLUMNS}, p.*, ${PLAYER_COLUMNS}, ${authorSettledSql(site)} as links, ${isLikedSql(viewer.viewerId)},
    ${isHiddenSql('forumPost', sql`p.id`)} as hidden,
    p.position = 1 and ${isHiddenSql('thread', sql`t.id`)} as thread_hidden
  from forum_threads t
  cross join lateral (${first}) page
  cross join lateral (
    select * from forum_posts where thread_id = t.id and position = 1
    union all
    (select * from forum_posts
     where thread_id = t.id
       and position between greatest(page.first, 2) and page.first + ${size}::integer - 1
       and ${notInHiddenUsersSql(sql`user_id`)}
     order by position limit 100)
  ) p
  ${playerJoinSql(sql`p`)}
  where t.id = ${id} and (t.deleted_at is null or ${deleted}::boolean)
    and ${notInHiddenUsersSql(sql`t.user_id`)} and ${isShownToSql('thread', sql`t.id`, viewer)}
  order by p.position`;
const fromPositionSql = ({ page, size }: ThreadPageQuery): Sql =>
  sql`select ${(page - 1) * size + 1}::integer as first`;
// `offset 0` keeps the planner from inlining the subquery, so the post is looked up only once.
const aroundPostSql = (postId: number, size: number): Sql => sql`
  select (position - 1) / ${size}::integer * ${size}::integer + 1 as first from forum_posts
  where id = ${postId} and thread_id = t.id and ${notInHiddenUsersSql(sql`user_id`)} offset 0`;

/** A thread with one page of its posts. */
export type ThreadPage = { thread: ThreadRow; posts: PostRow[]; total: number; page: number };

/**
 * Return a thread with one page of its posts. If `postId` is given, this is the page that contains this post. Return
 * undefined if the thread does not contain the post, or if the viewer cannot see the thread or the post.
 */
export async function threadPage(
  db: DbOrTx,
  site: Site,
  pageQuery: ThreadPageQuery,
): Promise<ThreadPage | undefined> {
  const { id, size, postId } = pageQuery;
  const firstSql = postId === null ? fromPositionSql(pageQuery) : aroundPostSql(postId, size);
  const rows = await query(db, ThreadPageRow, threadSql(site, pageQuery, firstSql));
  const [opening] = rows;
  if (!opening || opening.title === null) return undefined;
  const { first, last_position: total } = opening;
  const thread = {
    ...opening,
    id,
    body: opening.hidden && !isShownTo(opening.user_id, pageQuery) ? '' : opening.body,
    created_at: opening.begun_at,
    hidden: opening.thread_hidden,
  };
  return { thread, posts: first === 1 ? rows : rows.slice(1), total, page: (first - 1) / size + 1 };
}

/** Return a post as the viewer sees it. The caller must have checked that the post is visible to the viewer. */
export const postById = (db: DbOrTx, site: Site, id: number, viewerId: number): Promise<PostRow> =>
  queryOne(
    db,
    PostRow,
    sql`select p.*, ${PLAYER_COLUMNS}, ${authorSettledSql(site)} as links, ${isLikedSql(viewerId)},
        ${isHiddenSql('forumPost', sql`p.id`)} as hidden
      from forum_posts p ${playerJoinSql(sql`p`)} where p.id = ${id}`,
  );

/** Return true if a thread is visible to the viewer. A deleted thread is visible only if `deleted` is true. */
export async function isThreadVisible(
  db: DbOrTx,
  { id, deleted, ...viewer }: { id: number; deleted: boolean } & ContentViewer,
): Promise<boolean> {
  return queryExists(
    db,
    sql`select 1 from forum_threads
     where id = ${id} and (deleted_at is null or ${deleted}) and ${notBlockedSql(viewer.viewerId, sql`user_id`)}
       and ${isShownToSql('thread', sql`forum_threads.id`, viewer)}`,
  );
}

/**
 * Add 1 or -1 to a category's thread count, and return whether the category exists. The category stays locked
 * until the transaction ends.
 */
export async function adjustThreadCount(tx: Tx, categoryId: number, more: 1 | -1): Promise<boolean> {
  return queryExists(
    tx,
    sql`update forum_categories set thread_count = thread_count + ${more}
     where id = ${categoryId} returning id`,
  );
}

/**
 * Lock the category of a thread, so that the thread is not moved until the transaction ends. Call this before locking
 * the thread, because the deletion of a category also locks the category before its threads.
 */
export async function lockCategoryOf(tx: Tx, threadId: number): Promise<void> {
  const categoryOf = () =>
    queryFirstValue(tx, column.integer, sql`select category_id from forum_threads where id = ${threadId}`);
  let found = await categoryOf();
  for (let locked: number | undefined; found !== locked; found = await categoryOf()) {
    await execute(tx, sql`select 1 from forum_categories where id = ${found} for no key update`);
    // If the thread was moved before its category was locked, lock the thread's new category, too.
    locked = found;
  }
}

const InsertedThread = Type.Object({ id: column.integer, postId: column.integer });

/**
 * Insert a thread with its opening post and return the ids of both. The excerpt is inserted with the thread, so that
 * the trigger `forum_posts_excerpt` does not have to update the new row.
 */
export const insertThread = (
  tx: Tx,
  thread: { categoryId: number; userId: number; title: string; body: string; at: Date },
): Promise<Static<typeof InsertedThread>> =>
  queryOne(
    tx,
    InsertedThread,
    sql`with thread as (
       insert into forum_threads (category_id, user_id, title, folded_title, excerpt, created_at, updated_at)
       values (${thread.categoryId}, ${thread.userId}, ${thread.title}, ${foldText(thread.title)},
         left(${thread.body}, ${literal(LIMITS.forum.excerpt)}), ${thread.at}, ${thread.at})
       returning id
     ), named as (
       insert into forum_titles (thread_id, title) select id, ${foldText(thread.title)} from thread
     )
     insert into forum_posts (thread_id, user_id, position, body, created_at)
     select id, ${thread.userId}, 1, ${thread.body}, ${thread.at} from thread
     returning thread_id as id, id as "postId"`,
  );

const LockedThread = Type.Object({ authorId: column.integer, title: column.text });
type LockedThread = Static<typeof LockedThread>;

/**
 * Lock a player and a thread's author in order of id, as `lockPlayers` does, and then the thread. Return the thread, or
 * undefined if it does not exist, is deleted, or is hidden by a block or by reports. A second statement reads the
 * blocks, because the statement that takes the locks does not see blocks that are added while it waits for them.
 */
export async function lockThread(tx: Tx, userId: number, id: number): Promise<LockedThread | undefined> {
  await execute(
    tx,
    sql`with players as materialized (
       select id from users where id = ${userId} or id = (select user_id from forum_threads where id = ${id})
       order by id for no key update
     )
     select 1 from forum_threads where id = ${id} and (select count(*) from players) > 0 for no key update`,
  );
  return queryFirst(
    tx,
    LockedThread,
    sql`select user_id as "authorId", title from forum_threads
     where id = ${id} and deleted_at is null and ${notBlockedSql(userId, sql`user_id`)}
       and not ${isHiddenSql('thread', sql`forum_threads.id`)}`,
  );
}

/** Insert a reply at the end of a thread, and return the reply's id. The caller must have locked the thread. */
export async function insertReply(
  tx: Tx,
  reply: { threadId: number; userId: number; body: string; at: Date },
): Promise<number> {
  return queryValue(
    tx,
    column.integer,
    sql`with thread as (
       update forum_threads set last_position = last_position + 1, post_count = post_count + 1,
         updated_at = greatest(updated_at, ${reply.at})
       where id = ${reply.threadId} returning id, last_position
     )
     insert into forum_posts (thread_id, user_id, position, body, created_at)
     select id, ${reply.userId}, last_position, ${reply.body}, ${reply.at} from thread returning id`,
  );
}

/** A post, and whether the viewer can see it. */
const PostInfo = Type.Object({
  threadId: column.integer,
  threadAuthorId: column.integer,
  authorId: column.integer,
  position: column.integer,
  title: column.text,
  body: column.text,
  createdAt: column.date,
  /**
   * True if a block, a mute or reports hide the post or its thread from the viewer. Content hidden by reports counts as
   * invisible even if the viewer is staff and can see it.
   */
  isInvisible: column.boolean,
  /** True if reports have hidden the post or its thread. */
  hiddenByReports: column.boolean,
});
export type PostInfo = Static<typeof PostInfo>;

/** Return a post. Return undefined if it does not exist or its thread is deleted. */
export async function findPost(db: DbOrTx, id: number, viewerId: number): Promise<PostInfo | undefined> {
  const viewer = { viewerId, seesHidden: false };
  return queryFirst(
    db,
    PostInfo,
    sql`select p.thread_id as "threadId", t.user_id as "threadAuthorId", p.user_id as "authorId",
       p.position, t.title, p.body, p.created_at as "createdAt",
       not (${notHiddenSql(viewerId, sql`p.user_id`)} and ${notHiddenSql(viewerId, sql`t.user_id`)}
         and ${isShownToSql('forumPost', sql`p.id`, viewer)} and ${isShownToSql('thread', sql`t.id`, viewer)}) as "isInvisible",
       ${isHiddenSql('forumPost', sql`p.id`)} or ${isHiddenSql('thread', sql`t.id`)} as "hiddenByReports"
     from forum_posts p join forum_threads t on t.id = p.thread_id
     where p.id = ${id} and t.deleted_at is null`,
  );
}

/**
 * Update the text of a post. Return false if the post does not exist or reports have hidden it. The caller must have
 * locked the thread.
 */
export async function updatePost(tx: Tx, id: number, body: string, at: Date): Promise<boolean> {
  return queryExists(
    tx,
    sql`update forum_posts set body = ${body}, edited_at = ${at}
     where id = ${id} and not ${isHiddenSql('forumPost', sql`forum_posts.id`)} returning id`,
  );
}

/** Lock a thread. Return false if it does not exist or is deleted. */
export async function lockVisibleThread(tx: Tx, id: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from forum_threads where id = ${id} and deleted_at is null for no key update`,
  );
}
