import type { ForumImage, ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { imageUrlsIn } from '@rivalhold/shared/forum/images.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import type { Site } from '../../platform/site.ts';
import { type ContentViewer, isShownTo } from '../hidden-content/service.ts';
import { imageUrl } from '../images/service.ts';
import { type PlayerRow, presentPlayer } from '../profiles/service.ts';

/** A thread with its author, and with its opening text or an excerpt from it. */
export type ThreadRow = PlayerRow & {
  id: number;
  title: string;
  body: string;
  category_id: number;
  post_count: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  hidden: boolean;
};

export type PostRow = PlayerRow & {
  id: number;
  thread_id: number;
  body: string;
  links: boolean;
  position: number;
  like_count: number;
  liked: boolean;
  created_at: Date;
  edited_at: Date | null;
  hidden: boolean;
};

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
