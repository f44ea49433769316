import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { PlayerRow, presentPlayer } from '../profiles/service.ts';

/** The columns that posts and comments have. */
const contentColumns = {
  ...PlayerRow.properties,
  id: column.integer,
  text: column.text,
  links: column.boolean,
  gif_url: Nullable(column.text),
  hidden: column.boolean,
  created_at: column.date,
};

export const CommentRow = Type.Object(contentColumns);
export type CommentRow = Static<typeof CommentRow>;

const postColumns = {
  ...contentColumns,
  /** Index of the page request that found the post. */
  n: column.integer,
  file_key: Nullable(column.text),
  width: Nullable(column.integer),
  height: Nullable(column.integer),
  youtube_id: Nullable(column.text),
  like_count: column.integer,
  comment_count: column.integer,
  liked: column.boolean,
};
/** A post with one of its comments. The columns of the comment are null in the row of a post without comments. */
export const PostRow = Type.Union([
  Type.Object({
    ...postColumns,
    k_id: column.integer,
    k_text: column.text,
    k_gif_url: Nullable(column.text),
    k_created_at: column.date,
    k_user_id: column.integer,
    k_username: column.text,
    k_avatar_url: Nullable(column.text),
    k_level: column.integer,
    k_links: column.boolean,
    k_hidden: column.boolean,
  }),
  Type.Object({ ...postColumns, k_id: Type.Null() }),
]);
export type PostRow = Static<typeof PostRow>;

/** Convert a row to a comment for the API. */
export const presentComment = (row: CommentRow): PostComment => ({
  id: row.id,
  text: row.text,
  links: row.links,
  gifUrl: row.gif_url,
  author: presentPlayer(row),
  ...(row.hidden && { hidden: true }),
  createdAt: row.created_at.toISOString(),
});

const presentPost = (row: PostRow): Post => ({
  id: row.id,
  text: row.text,
  links: row.links,
  imageUrl: row.file_key === null ? null : `/media/${row.file_key}`,
  imageWidth: row.width,
  imageHeight: row.height,
  gifUrl: row.gif_url,
  youtubeId: row.youtube_id,
  author: presentPlayer(row),
  likes: row.like_count,
  liked: row.liked,
  commentsCount: row.comment_count,
  comments: [],
  ...(row.hidden && { hidden: true }),
  createdAt: row.created_at.toISOString(),
});

/** Convert ordered rows to posts. A post has one row for each comment, or one row if it has no comments. */
export function presentPosts(rows: readonly PostRow[]): Post[] {
  const posts: Post[] = [];
  for (const row of rows) {
    let post = posts.at(-1);
    if (post?.id !== row.id) {
      post = presentPost(row);
      posts.push(post);
    }
    if (row.k_id === null) continue;
    post.comments.push(
      presentComment({
        id: row.k_id,
        text: row.k_text,
        links: row.k_links,
        gif_url: row.k_gif_url,
        hidden: row.k_hidden,
        created_at: row.k_created_at,
        user_id: row.k_user_id,
        username: row.k_username,
        avatar_url: row.k_avatar_url,
        level: row.k_level,
      }),
    );
  }
  return posts;
}
