import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';

/** A cached thread with a page of its posts. */
export type ThreadPage = Reply<RouteOf<'GET /api/forum-threads/{id}'>>;
type Paged = Pick<ThreadPage, 'total' | 'size'>;

/** Return the number of replies: the number of posts without the opening post, at least 0. */
export const replyCount = ({ postCount }: { postCount: number }): number => Math.max(0, postCount - 1);

/** Return the page that contains a position in a thread. */
export const pageAt = (position: number, size: number): number => Math.max(1, Math.ceil(position / size));
/** Return the number of the last page. */
export const lastPage = ({ total, size }: Paged): number => pageAt(total, size);

/** Return the page numbers to show around the current page, in order; null stands for a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = index === 0 ? 0 : (shown[index - 1] as number);
    if (number - before === 1) return [number];
    // A gap of one page would take as much space as the page number, so show the number.
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

const isOnPage = (page: ThreadPage, id: number) => page.posts.some((post) => post.id === id);

/** Report whether posts between the known posts and this post are missing. */
export const hasGapBefore = (page: ThreadPage, { position }: ForumPost): boolean => position > page.total + 1;

/** Add a post to a page, or update it if the page contains it. The viewer's own like is kept. */
export function withPost(page: ThreadPage, post: ForumPost): ThreadPage {
  if (isOnPage(page, post.id)) return withEditedPost(page, post);
  const isNew = post.position > page.total;
  const { postCount } = page.thread;
  return {
    ...page,
    total: Math.max(page.total, post.position),
    thread: isNew
      ? {
          ...page.thread,
          postCount: postCount + 1,
          updatedAt: post.createdAt,
        }
      : page.thread,
    posts:
      pageAt(post.position, page.size) === page.page
        ? [...page.posts, post].sort((a, b) => a.position - b.position)
        : page.posts,
  };
}

/** Update an edited post; keep the viewer's like and the like count. */
export const withEditedPost = (page: ThreadPage, post: ForumPost): ThreadPage =>
  isOnPage(page, post.id)
    ? {
        ...page,
        posts: page.posts.map((known) =>
          known.id === post.id ? { ...post, liked: known.liked, likeCount: known.likeCount } : known,
        ),
      }
    : page;

/** Remove a post. Other posts keep their positions. */
export function withoutPost(page: ThreadPage, id: number): ThreadPage {
  const posts = page.posts.filter((post) => post.id !== id);
  const newest = page.page >= lastPage(page) ? posts.at(-1) : undefined;
  return {
    ...page,
    thread: {
      ...page.thread,
      postCount: Math.max(1, page.thread.postCount - 1),
      updatedAt: newest?.createdAt ?? page.thread.updatedAt,
    },
    posts,
  };
}
