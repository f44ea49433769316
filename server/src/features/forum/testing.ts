import type { forum } from '@rivalhold/shared/contract/forum.ts';
import { type DbOrTx, join, raw, type Sql, sql } from '../../platform/db/db.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, type Owners, ofTheirs, PUBLIC } from '../../testing/cases.ts';
import { query, queryOne } from '../../testing/queries.ts';

type Headers = CallOptions['headers'];

/** Return all categories as a player sees them. */
export const categoriesOf = async (player: TestPlayer) =>
  (await player.call('GET /api/forum-categories')).body;
/** Return the id of the first category. */
export const firstCategoryId = async (player: TestPlayer): Promise<number> =>
  (await categoriesOf(player))[0]?.id as number;

/** Send a request to create a thread. */
export const requestThread = (
  player: TestPlayer,
  body: { title?: string; body?: string; categoryId: number },
  headers: Headers = {},
) =>
  player.call('POST /api/forum-threads', {
    body: { title: 'A thread', body: 'Where it begins', ...body },
    headers,
  });
/** Create a thread and return its id and the id of its opening post. */
export const createThread = async (
  player: TestPlayer,
  categoryId: number,
  more: { title?: string; body?: string } = {},
): Promise<{ id: number; postId: number }> => {
  const { body } = await requestThread(player, { categoryId, ...more });
  return { id: body.thread.id, postId: body.post.id };
};
/** Send a request to reply to a thread. */
export const requestReply = (
  player: TestPlayer,
  threadId: number,
  body = 'Well said',
  headers: Headers = {},
) => player.call('POST /api/forum-posts', { body: { threadId, body }, headers });
/** Create a reply and return its id. */
export const createReply = async (player: TestPlayer, threadId: number, body?: string): Promise<number> =>
  (await requestReply(player, threadId, body)).body.post.id;
/** Send a request to edit a post. */
export const edit = (player: TestPlayer, id: number, body: string) =>
  player.call('PATCH /api/forum-posts/{id}', { params: { id }, body: { body } });
/** Send a request to delete a post. */
export const remove = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/forum-posts/{id}', { params: { id } });
/** Send a request to restore a thread. */
export const restore = (player: TestPlayer, id: number) =>
  player.call('POST /api/forum-threads/{id}/restore', { params: { id } });
/** Send a request to like a post, or to remove the like. */
export const like = (player: TestPlayer, postId: number, like = true) =>
  player.call('POST /api/forum-likes', { body: { postId, like } });
/** Request a page of the thread list. */
export const threadsOf = (player: TestPlayer, query: CallOptions['query'] = {}) =>
  player.call('GET /api/forum-threads', { query });
/** Request a page of a thread. */
export const threadOf = (player: TestPlayer, id: number, query: CallOptions['query'] = {}) =>
  player.call('GET /api/forum-threads/{id}', { params: { id }, query });
/** Send a request to add a category. */
export const addCategory = (player: TestPlayer, body: object, headers: Headers = {}) =>
  player.call('POST /api/forum-categories', { body, headers });
/** Send a request to delete a category. */
export const removeCategory = (player: TestPlayer, id: number, query: CallOptions['query'] = {}) =>
  player.call('DELETE /api/forum-categories/{id}', { params: { id }, query });

/** Return the categories, threads, posts and page anchors that have wrong counters or positions. */
export const counterErrors = (db: DbOrTx): Promise<object[]> =>
  query(
    db,
    sql`select 'category' as what, c.id from forum_categories c where thread_count <>
       (select count(*) from forum_threads t where t.category_id = c.id and deleted_at is null)
     union all select 'thread', t.id from forum_threads t where post_count <>
       (select count(*) from forum_posts p where p.thread_id = t.id)
     union all select 'last place', t.id from forum_threads t where last_position <
       (select max(position) from forum_posts p where p.thread_id = t.id)
     union all select 'likes', p.id from forum_posts p where like_count <>
       (select count(*) from forum_likes l where l.post_id = p.id)
     ${join(
       Object.entries(BEFORE_ANCHOR).map(([sort, isBefore]) => anchorErrors(sort, isBefore)),
       '',
     )}`,
  );

/** For each sort order, the SQL condition that thread `t` is before anchor `m` of a list. */
const BEFORE_ANCHOR = {
  updated: sql`(t.updated_at, t.thread_id) > (m.updated_at, m.thread_id)`,
  newest: sql`t.thread_id > m.thread_id`,
  mostPosts: sql`(t.post_count, t.thread_id) > (m.post_count, m.thread_id)`,
};
const anchorErrors = (sort: string, isBefore: Sql): Sql => {
  const before = sql`${isBefore} and m.category_id in (0, t.category_id)`;
  return sql`
    union all select ${raw(`'${sort} '`)} || position, category_id from forum_page_anchors m
      where sort = ${raw(`'${sort}'`)}
      and position + (select coalesce(sum(delta), 0) from forum_anchor_changes t where ${before}) <>
        (select count(*) from (select *, id as thread_id from forum_threads where deleted_at is null) t
         where ${before})`;
};

/** Return the latest entry of the audit log. */
export const lastAuditEntry = (db: DbOrTx): Promise<Record<string, unknown>> =>
  queryOne(
    db,
    sql`select kind, actor_id, target_id, subject, before, after from audit_log order by id desc limit 1`,
  );

/** Create a thread in a new category, and return the call options for its opening post. */
const ofOwner = async ({ app, owner }: Owners): Promise<CallOptions> => {
  const { id: categoryId } = await queryOne<{ id: number }>(
    app.site.db,
    sql`insert into forum_categories (slug, title)
     select 's' || count(*), 'Talk' from forum_categories returning id`,
  );
  return { params: { id: (await createThread(owner, categoryId)).postId } };
};

const CATEGORY = 'it names a category, which no player owns';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof forum> = {
  routes: {
    'GET /api/forum-categories': {},
    'POST /api/forum-categories': {
      access: 'moderator',
      requiresUnmuted: true,
      call: () => ({ body: { slug: 'riches', title: 'Riches' } }),
    },
    'PATCH /api/forum-categories/{id}': {
      access: 'moderator',
      requiresUnmuted: true,
      call: () => ({ params: { id: 2 }, body: { title: 'Plans' } }),
    },
    'DELETE /api/forum-categories/{id}': { access: 'admin', call: () => ({ params: { id: 5 } }) },
    'GET /api/forum-threads': { acrossBlock: CATEGORY },
    'GET /api/forum-threads/{id}': { call: ofTheirs('thread'), acrossBlock: 404, owner: PUBLIC },
    'POST /api/forum-threads': {
      requiresUnmuted: true,
      call: ({ other }) => ({ body: { title: `Rich @${other.username}`, body: 'How?', categoryId: 1 } }),
      acrossBlock: CATEGORY,
    },
    'POST /api/forum-posts': {
      requiresUnmuted: true,
      call: ({ other, theirs }) => ({ body: { threadId: theirs.thread, body: `@${other.username}` } }),
      acrossBlock: 404,
    },
    'POST /api/forum-likes': {
      call: ({ theirs }) => ({ body: { postId: theirs.reply, like: true } }),
      acrossBlock: 404,
    },
    'PATCH /api/forum-posts/{id}': {
      requiresUnmuted: true,
      call: ({ mine }) => ({ params: { id: mine.reply }, body: { body: 'Rich, I say' } }),
      acrossBlock: { status: 404, call: ofTheirs('reply', { body: { body: 'hello' } }) },
      owner: {
        others: 403,
        make: async (owners) => ({ ...(await ofOwner(owners)), body: { body: 'Another' } }),
      },
    },
    'DELETE /api/forum-posts/{id}': {
      call: ofTheirs('reply'),
      acrossBlock: 404,
      owner: { others: 403, staff: 'moderator', make: ofOwner },
    },
    'POST /api/forum-threads/{id}/restore': {
      access: 'moderator',
      call: ofTheirs('thread'),
      acrossBlock: 403,
    },
  },
  clientEvents: {
    'forum:watch': {
      payload: ({ theirs }) => ({ threadId: theirs.thread }),
      acrossBlock: 'notFound',
      owner: null,
    },
  },
  fill: async ({ owner }) => {
    await createThread(owner, await firstCategoryId(owner));
  },
};
