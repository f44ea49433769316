import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { type PlayerRow, presentPlayer } from '../profiles/service.ts';

export type CommentRow = PlayerRow & {
  id: number;
  text: string;
  links: boolean;
  gif_url: string | null;
  hidden: boolean;
  created_at: Date;
};
export type PostRow = PlayerRow & {
  id: number;
  text: string;
  links: boolean;
  file_key: string | null;
  width: number | null;
  height: number | null;
  gif_url: string | null;
  youtube_id: string | null;
  like_count: number;
  comment_count: number;
  liked: boolean;
  hidden: boolean;
  created_at: Date;
  /** The columns of a comment. All of them are null in the row of a post without comments. */
  k_id: number | null;
  k_text: string;
  k_gif_url: string | null;
  k_created_at: Date;
  k_user_id: number;
  k_username: string;
  k_avatar_url: string | null;
  k_level: number;
  k_links: boolean;
  k_hidden: boolean;
};

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
