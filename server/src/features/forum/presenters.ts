import type { ForumImage, ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { imageUrlsIn } from '@rivalhold/shared/forum/images.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import type { Site } from '../../platform/site.ts';
import { type ContentViewer, isShownTo } from '../hidden-content/service.ts';
import { imageUrl } from '../images/service.ts';
import { PlayerRow, presentPlayer } from '../profiles/service.ts';

/** A thread with its author, and with its opening text or an excerpt from it. */
export const ThreadRow = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  title: column.text,
  body: column.text,
  category_id: column.integer,
  post_count: column.integer,
  created_at: column.date,
  updated_at: column.date,
  deleted_at: Nullable(column.date),
  hidden: column.boolean,
});
export type ThreadRow = Static<typeof ThreadRow>;

export const PostRow = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  thread_id: column.integer,
  body: column.text,
  links: column.boolean,
  position: column.integer,
  like_count: column.integer,
  liked: column.boolean,
  created_at: column.date,
  edited_at: Nullable(column.date),
  hidden: column.boolean,
});
export type PostRow = Static<typeof PostRow>;

/** Convert a row to a thread for the API. */
export const presentThread = (row: ThreadRow): ForumThread => ({
  id: row.id,
  title: row.title,
  body: row.body,
  categoryId: row.category_id,
  author: presentPlayer(row),
  postCount: row.post_count,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
  ...(row.hidden && { hidden: true }),
});

/** Return the images in the text of a post. GIFs load from their provider, and all other images through this site. */
const presentImages = (site: Site, body: string): ForumImage[] =>
  imageUrlsIn(body).map((url) => ({
    url,
    src: isGifUrl(url, site.config.giphyApiBase) ? url : imageUrl(site, url),
  }));

/** Convert a row to a post for the API. If the post is hidden from the viewer, leave out its text. */
export function presentPost(site: Site, row: PostRow, viewer: ContentViewer): ForumPost {
  const body = row.hidden && !isShownTo(row.user_id, viewer) ? '' : row.body;
  return {
    id: row.id,
    threadId: row.thread_id,
    userId: row.user_id,
    body,
    links: row.links,
    images: presentImages(site, body),
    position: row.position,
    likeCount: row.like_count,
    liked: row.liked,
    author: presentPlayer(row),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    ...(row.hidden && { hidden: true }),
  };
}
