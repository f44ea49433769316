import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { expect, it } from 'vitest';
import {
  hasGapBefore,
  lastPage,
  pagesAround,
  replyCount,
  type ThreadPage,
  withEditedPost,
  withoutPost,
  withPost,
} from './thread.ts';

const author = { id: 1, username: 'Ysolde', avatarUrl: null, level: 3 };
const post = (position: number, more: Partial<ForumPost> = {}): ForumPost => ({
  id: 100 + position,
  threadId: 7,
  userId: 1,
  body: `Post ${position}`,
  links: true,
  images: [],
  position,
  likeCount: 0,
  liked: false,
  author,
  createdAt: `2026-01-01T00:00:0${position}.000Z`,
  editedAt: null,
  ...more,
});
const page = (positions: number[], more: Partial<ThreadPage> = {}): ThreadPage => ({
  thread: {
    id: 7,
    title: 'Swords',
    body: 'Post 1',
    categoryId: 1,
    author,
    postCount: positions.length,
    createdAt: post(1).createdAt,
    updatedAt: post(positions.at(-1) ?? 1).createdAt,
    deletedAt: null,
  },
  posts: positions.map((position) => post(position)),
  total: positions.at(-1) ?? 0,
  page: 1,
  size: 3,
  ...more,
});
const positions = ({ posts }: ThreadPage) => posts.map(({ position }) => position);

it('adds a post once, at its position', () => {
  const once = withPost(page([1, 2]), post(3));
  expect(positions(once)).toEqual([1, 2, 3]);
  expect(once).toMatchObject({ total: 3, thread: { postCount: 3, updatedAt: post(3).createdAt } });
  expect(withPost(once, post(3))).toEqual(once);
  // The page is full, so the post belongs to the next page.
  const further = withPost(once, post(4));
  expect(positions(further)).toEqual([1, 2, 3]);
  expect(further).toMatchObject({ total: 4, thread: { postCount: 4 } });
  expect(withPost(further, post(4))).toEqual(further);
  expect(lastPage(further)).toBe(2);
  // A missed post arrives late.
  expect(positions(withPost(page([1, 3]), post(2)))).toEqual([1, 2, 3]);
  expect([hasGapBefore(once, post(4)), hasGapBefore(once, post(5))]).toEqual([false, true]);
});

it('keeps the viewer’s likes when a post is edited', () => {
  const liked = page([1], { posts: [post(1, { liked: true, likeCount: 4 })] });
  const edited = withEditedPost(liked, post(1, { body: 'Anew', editedAt: post(2).createdAt }));
  expect(edited.posts).toEqual([
    post(1, { body: 'Anew', editedAt: post(2).createdAt, liked: true, likeCount: 4 }),
  ]);
  expect(withEditedPost(liked, post(2))).toBe(liked);
});

it('keeps the positions of other posts when a post is deleted', () => {
  const rest = withoutPost(page([1, 2, 3]), 102);
  expect(positions(rest)).toEqual([1, 3]);
  expect(rest).toMatchObject({ total: 3, thread: { postCount: 2 } });
});

it('counts replies without the opening post', () => {
  expect([0, 1, 2].map((postCount) => replyCount({ postCount }))).toEqual([0, 0, 1]);
});

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [12, 3, [1, 2, 3]],
])('links page %i of %i to the pages %j', (at, last, shown) => {
  expect(pagesAround(at, last)).toEqual(shown);
});
