import { formatCount, formatNumber, withStatusCode } from '../format-number.ts';
import { LIMITS } from '../limits.ts';

/** Why a post, a comment or something in them is not taken; those of section 5 are the specification's. */
export const FEED_ERRORS = {
  empty: 'Write something and/or add a GIF, YouTube link, or choose a photo.',
  oneMedium: 'Choose one media type (Photo, YouTube, or GIF).',
  youtube: 'Invalid YouTube URL',
  photo: 'Invalid photo',
  gif: 'Invalid GIF',
  tooLong: `At most ${formatNumber(LIMITS.feed.text)} characters`,
  commentEmpty: 'Write something first.',
  commentTooLong: `At most ${formatNumber(LIMITS.comment)} characters`,
  postNotFound: 'This post is gone.',
  commentNotFound: 'This comment is gone.',
} as const;

/** Texts of the feed. A failure's status is 0 where the server was not reached. */
export const FEED_TEXTS = {
  title: 'Feed',
  postsFailed: (status: number) => withStatusCode('Failed to load posts', status),
  activityFailed: (status: number) => withStatusCode('Failed to load activity', status),
  retry: 'Try again',
  empty: 'Nothing has been told yet.',
  emptyText: 'Share the first word, picture or GIF with the hold.',
  loading: 'Loading the feed…',
  end: 'You have reached the beginning.',
  news: (posts: number, more: number) =>
    posts === 0
      ? formatCount(more, 'new event')
      : `${formatCount(posts, 'new post')}${more > 0 ? ` and ${formatCount(more, 'event')}` : ''}`,

  by: (name: string) => `Post by ${name}`,
  photoOf: (name: string) => `Photo by ${name}`,
  enlarge: (name: string) => `Enlarge the photo by ${name}`,
  gifOf: (name: string) => `GIF chosen by ${name}`,
  postedGif: 'GIF',
  postedPhoto: 'Photo',
  postedVideo: 'Video',
  wholeText: 'Read on',
  pinned: 'The post you came for',
  unpin: 'Close this post',
  notFound: 'This post is gone.',
  notFoundText: 'It was deleted, or you may not see it.',
  findFailed: (status: number) => withStatusCode('Failed to load the post', status),

  like: (likes: number) => `Like, ${formatCount(likes, 'like')}`,
  likes: (likes: number) => formatCount(likes, 'like'),
  likeWord: 'Like',
  likeFailed: 'Like failed.',
  likersTitle: 'Liked by',
  likersEmpty: 'No likes yet.',
  likersFailed: (status: number) => withStatusCode('Failed to load likes', status),
  likersMore: (count: number) => `and ${formatCount(count, 'more player')}`,

  comment: 'Comment',
  comments: (count: number) => formatCount(count, 'comment'),
  commentsOn: (name: string) => `Comments on the post by ${name}`,
  viewAll: (count: number) => (count === 1 ? 'View the comment' : `View all ${formatNumber(count)} comments`),
  earlier: 'Earlier comments',
  commentsFailed: (status: number) => withStatusCode('Failed to load comments', status),
  writeComment: 'Write a comment',
  sendComment: 'Send comment',
  commentFailed: 'Failed to add comment',
  posting: 'Posting…',
  addGif: 'Add a GIF',
  removeGif: 'Remove the GIF',
  deleteComment: (name: string) => `Delete the comment by ${name}`,
  deleteCommentTitle: 'Delete this comment?',
  deleteCommentFailed: 'Failed to delete comment',

  deletePost: (name: string) => `Delete the post by ${name}`,
  deleteTitle: 'Delete this post?',
  deleteText: 'It is gone for good, with its likes and comments.',
  delete: 'Delete',
  deleted: 'Post deleted.',
  deleteFailed: 'Failed to delete post',
  mentionFailed: (name: string) => `The profile of ${name} could not be opened.`,
  mentionMissing: (name: string) => `There is no player named ${name}.`,
} as const;

/** Texts of the box in which a post is written. */
export const POST_COMPOSER_TEXTS = {
  title: 'Share something',
  label: 'What do you want to share?',
  placeholder: (name: string) => `What is new in the hold, ${name}?`,
  hint: 'Ctrl + Enter posts',
  post: 'Post',
  posted: 'Posted.',
  failed: 'Post failed',
  photo: 'Photo',
  addPhoto: 'Add a photo',
  gif: 'GIF',
  addGif: 'Add a GIF',
  youtube: 'YouTube',
  addYoutube: 'Add a YouTube video',
  youtubeUrl: 'Address of a YouTube video',
  removeYoutube: 'Remove the YouTube video',
  removePhoto: 'Remove the photo',
  removeGif: 'Remove the GIF',
  chosenPhoto: 'The photo you chose',
  chosenGif: 'The GIF you chose',
} as const;

/** Texts of the window in which a photo for a post is chosen. */
export const PHOTO_PICKER_TEXTS = {
  title: 'Choose a photo',
  photos: 'Your photos',
  empty: 'No photos yet. Upload some in your gallery first.',
  failed: 'Failed to load photos',
  choose: (photo: number) => `Photo ${photo}`,
  upload: 'Upload a new photo',
  cancel: 'Cancel the upload',
} as const;

/** Texts of the feed's first posts at the side of the dashboard. */
export const LATEST_POSTS_TEXTS = {
  title: 'Latest Posts',
  empty: 'No posts yet.',
} as const;
