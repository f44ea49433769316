import type { ForumSort } from '../contract/forum.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import { LIMITS } from '../limits.ts';
import type { Sentence } from './sentence.ts';

/** Errors about threads, posts and categories. */
export const FORUM_ERRORS = {
  titleEmpty: 'Enter a title.',
  titleTooLong: `Use at most ${LIMITS.forum.title} characters`,
  bodyEmpty: 'Write something or add a GIF.',
  bodyTooLong: `Use at most ${formatNumber(LIMITS.forum.body)} characters`,
  category: 'This category doesn’t exist.',
  threadNotFound: 'This thread no longer exists.',
  postNotFound: 'This post no longer exists.',
  slug: `Use lowercase letters, numbers and hyphens, at most ${LIMITS.forum.category.slug} characters`,
  slugTaken: 'Another category has this slug.',
  categoryTitle: `Enter a title of at most ${LIMITS.forum.category.title} characters`,
  categoryDescription: `Use at most ${LIMITS.forum.category.description} characters`,
  categoryFull:
    'This category has threads, or deleted threads that can be restored. Choose a category to move them to.',
  moveTo: 'Choose another category.',
} as const;

const SORTS: Record<ForumSort, string> = {
  updated: 'Latest Activity',
  newest: 'Newest',
  mostPosts: 'Most Replies',
};

/** Texts of the forum. The specification defines some of them. */
export const FORUM_TEXTS = {
  title: 'Forum',
  allDescription: 'Threads from all categories.',
  search: 'Search threads',
  searchHint: 'Part of a title',
  sort: 'Sort by',
  sorts: SORTS,
  newThread: '+ New Thread',
  categories: 'Categories',
  all: 'All',
  /** Screen readers read this after the name of a category. */
  inChip: (count: number) => `, ${formatCount(count, 'thread')}`,
  categoriesFailed: 'Failed to load the categories.',
  retry: 'Try again',

  threads: 'Threads',
  countOf: (count: number, isSearch: boolean) =>
    isSearch && count >= LIMITS.forum.searchTotal
      ? `${formatNumber(LIMITS.forum.searchTotal)} or more threads`
      : formatCount(count, 'thread'),
  loadingThreads: 'Loading threads…',
  threadsFailed: 'Failed to load threads.',
  noThreads: 'No threads match.',
  noThreadsText: 'Try a shorter search, or search all categories.',
  firstThread: 'Start the first thread here.',
  showAll: 'Show all threads',
  replies: (count: number) => formatCount(count, 'reply', 'replies'),
  lastActivity: 'Last activity',

  select: 'Select a thread to view posts.',
  back: 'Back to threads',
  hidden: 'Hidden',
  hiddenPost: 'This post is hidden until staff review it.',
  thread: 'Thread',
  updated: <T>(time: T): Sentence<T> => ['Updated ', time],
  loadingThread: 'Loading the thread…',
  threadFailed: 'Failed to load the thread.',
  notFound: 'This thread is not available.',
  notFoundText: 'It was deleted, or you don’t have access to it.',
  postNotFound: 'That post no longer exists.',
  noReplies: 'No replies yet.',
  emptyPage: 'All posts on this page were deleted.',
  pages: 'Pages of the thread',
  pagesBelow: 'Pages of the thread (bottom)',
  page: (page: number) => `Page ${page}`,
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  newReplies: 'New replies',
  replied: (name: string) => `New reply by ${name}`,
  deletedThread: 'This thread was deleted.',
  deletedThreadText: (until: string) => `Only staff can see it. It can be restored until ${until}.`,
  restore: 'Restore thread',
  restored: 'Thread restored.',
  restoreFailed: 'Failed to restore the thread. Try again.',

  post: (position: number, name: string) => `Post ${position} by ${name}`,
  level: (level: number) => `Level ${level}`,
  edited: '(edited)',
  quoted: (name: string) => `${name} wrote:`,
  image: (name: string) => `Image posted by ${name}`,
  readMore: 'Read more',
  like: (likes: number) => `Like, ${formatCount(likes, 'like')}`,
  likeWord: 'Like',
  quotePost: (name: string) => `Quote ${name}`,
  quotedNote: 'Quote added. Write your reply below it.',
  copyLink: 'Copy link to post',
  copied: 'Link copied.',
  copyFailed: 'Failed to copy the link.',
  editPost: 'Edit your post',
  discardTitle: 'Discard your changes?',
  discardText: 'Your post won’t change.',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',
  editLabel: 'Your post',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Post saved.',
  saveFailed: 'Failed to save the post. Try again.',
  delete: 'Delete',
  deletePost: (name: string) => `Delete the post by ${name}`,
  deletePostTitle: 'Delete this post?',
  deletePostText: 'This also deletes the post’s likes. You can’t undo this.',
  deletePostAsStaffText: 'Admins can restore the post, with its likes, for 30 days.',
  deleteThreadTitle: 'Delete this thread?',
  deleteThreadText: (replies: number) =>
    replies === 0
      ? 'Deleting the opening post deletes the thread. You can’t undo this.'
      : `Deleting the opening post deletes the thread and its ${formatCount(replies, 'reply', 'replies')}. You can’t undo this.`,
  deleteThreadAsStaffText:
    'Deleting the opening post deletes the thread and all replies. Staff can restore the thread for 30 days.',
  postDeleted: 'Post deleted.',
  threadDeleted: 'Thread deleted.',
  deleteFailed: 'Failed to delete post',

  start: 'Start a new thread',
  threadTitle: 'Title',
  category: 'Category',
  chooseCategory: 'Choose a category',
  openingText: 'Opening text',
  openingPlaceholder: 'What do you want to talk about?',
  create: 'Create thread',
  created: 'Thread created.',
  createFailed: 'Failed to create thread',

  composer: 'Reply to the thread',
  reply: 'Reply',
  replyLabel: 'Your reply',
  replyPlaceholder: 'Write a reply',
  replyHint: 'Ctrl + Enter to reply',
  replyPosted: 'Reply posted.',
  replyFailed: 'Failed to reply',
  addGif: 'Add a GIF',
  removeGif: 'Remove the GIF',
  chosenGif: 'The GIF you chose',
} as const;
