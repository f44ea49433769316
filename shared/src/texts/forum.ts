import type { ForumSort } from '../contract/forum.ts';
import { LIMITS } from '../limits.ts';

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** Why a thread or a post is not taken. */
export const FORUM_REFUSALS = {
  titleEmpty: 'Give it a title.',
  titleTooLong: `At most ${LIMITS.forum.title} characters`,
  bodyEmpty: 'Write something or add a GIF.',
  bodyTooLong: `At most ${LIMITS.forum.body.toLocaleString('en')} characters`,
  category: 'There is no such category.',
  threadGone: 'This thread is gone.',
  postGone: 'This post is gone.',
  slug: `Small letters, digits and hyphens, at most ${LIMITS.forum.category.slug}`,
  slugTaken: 'Another category has this slug.',
  categoryTitle: `A title, at most ${LIMITS.forum.category.title} characters`,
  categoryDescription: `At most ${LIMITS.forum.category.description} characters`,
  categoryFull:
    'This category has threads, deleted ones that can be restored included. Choose where they move to.',
  moveTo: 'Choose another category.',
} as const;

const SORTS: Record<ForumSort, string> = {
  updated: 'Latest Activity',
  newest: 'Newest',
  mostPosts: 'Most Replies',
};

/** Texts of the forum; those in sections 2, 4 and 8 of the specification are its own. */
export const FORUM_TEXTS = {
  menu: 'Forums',
  title: 'Forum',
  everything: 'All that is talked about in the hold.',
  search: 'Search threads',
  searchHint: 'Part of a title',
  sort: 'Sort by',
  sorts: SORTS,
  newThread: '+ New Thread',
  categories: 'Categories',
  all: 'All',
  threadsIn: (count: number) => counted(count, 'thread', 'threads'),
  categoriesFailed: 'The categories could not be loaded.',
  retry: 'Try again',

  threads: 'Threads',
  countOf: (count: number, isSearch: boolean) =>
    isSearch && count >= LIMITS.forum.searchTotal
      ? `${LIMITS.forum.searchTotal.toLocaleString('en')} threads or more`
      : counted(count, 'thread', 'threads'),
  loadingThreads: 'Loading threads…',
  threadsFailed: 'The threads could not be loaded.',
  noThreads: 'No threads match.',
  noThreadsText: 'Try fewer letters, or all categories.',
  firstThread: 'Nobody has said anything here yet. Begin.',
  showAll: 'Show all threads',
  more: 'Load more',
  replies: (count: number) => counted(count, 'reply', 'replies'),
  lastActivity: 'Last activity',

  select: 'Select a thread to view posts.',
  back: 'Back to threads',
  thread: 'Thread',
  updated: 'Updated',
  loadingThread: 'Loading the thread…',
  threadFailed: 'The thread could not be loaded.',
  gone: 'This thread is not here.',
  goneText: 'It was deleted, or you may not see it.',
  postGone: 'That post is not here any more.',
  noReplies: 'No replies yet.',
  emptyPage: 'What stood on this page was deleted.',
  pages: 'Pages of the thread',
  pagesBelow: 'Pages of the thread, below',
  page: (page: number) => `Page ${page}`,
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  newReplies: 'New replies',
  replied: (name: string) => `New reply by ${name}`,
  deletedThread: 'This thread was deleted.',
  deletedThreadText: (until: string) => `Only staff see it. It can be brought back until ${until}.`,
  restore: 'Restore thread',
  restored: 'Thread restored.',
  restoreFailed: 'The thread could not be restored.',

  post: (position: number, name: string) => `Post ${position} by ${name}`,
  level: (level: number) => `Level ${level}`,
  edited: 'edited',
  quoted: (name: string) => `${name} wrote:`,
  image: (name: string) => `Image posted by ${name}`,
  wholeText: 'Read on',
  like: (likes: number) => `Like, ${counted(likes, 'like', 'likes')}`,
  likeWord: 'Like',
  likeFailed: 'Like failed.',
  quotePost: (name: string) => `Quote ${name}`,
  quotedNote: 'Quoted. Write below it.',
  copyLink: 'Copy the link to this post',
  copied: 'Link copied.',
  copyFailed: 'The link could not be copied.',
  editPost: 'Edit your post',
  editLabel: 'Your post',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Post saved.',
  saveFailed: 'Failed to save the post',
  delete: 'Delete',
  deletePost: (name: string) => `Delete the post by ${name}`,
  deletePostTitle: 'Delete this post?',
  deletePostText: 'It is gone for good, with its likes.',
  deleteThreadTitle: 'Delete this thread?',
  deleteThreadText: (replies: number) =>
    replies === 0
      ? 'With its opening post the whole thread goes.'
      : `With its opening post the whole thread goes, ${replies === 1 ? 'its reply' : counted(replies, 'reply', 'replies')} included.`,
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
  replyHint: 'Ctrl + Enter sends',
  replyPosted: 'Reply posted.',
  replyFailed: 'Failed to reply',
  gif: 'GIF',
  addGif: 'Add a GIF',
  removeGif: 'Remove the GIF',
  chosenGif: 'The GIF you chose',
} as const;
