import { formatCount, formatNumber, withStatusCode } from '../format-number.ts';
import { LIMITS } from '../limits.ts';

/** Errors about posts and comments. The specification defines some of them. */
export const FEED_ERRORS = {
  empty: 'Write something and/or add a GIF, YouTube link, or choose a photo.',
  oneMedium: 'Choose one media type (Photo, YouTube, or GIF).',
  youtube: 'Invalid YouTube URL',
  photo: 'Invalid photo. Choose another one.',
  gif: 'Invalid GIF. Choose another one.',
  tooLong: `Use at most ${formatNumber(LIMITS.feed.text)} characters`,
  commentEmpty: 'Write something first.',
  commentTooLong: `Use at most ${formatNumber(LIMITS.comment)} characters`,
  postNotFound: 'This post no longer exists.',
  commentNotFound: 'This comment no longer exists.',
} as const;

/** Texts of the feed. A `status` of 0 means that the server couldn't be reached. */
export const FEED_TEXTS = {
  title: 'Feed',
  postsFailed: (status: number) => withStatusCode('Failed to load posts', status),
  activityFailed: (status: number) => withStatusCode('Failed to load activity', status),
  retry: 'Try again',
  empty: 'No posts yet.',
  emptyText: 'Share the first message, photo or GIF.',
  loading: 'Loading the feed…',
  end: 'You’ve reached the oldest post.',
  newItems: (posts: number, events: number) => {
    if (posts === 0) return formatCount(events, 'new event');
    if (events === 0) return formatCount(posts, 'new post');
    return `${formatCount(posts, 'new post')} and ${formatCount(events, 'event')}`;
  },

  by: (name: string) => `Post by ${name}`,
  photoOf: (name: string) => `Photo by ${name}`,
  enlarge: (name: string) => `Enlarge the photo by ${name}`,
  gifOf: (name: string) => `GIF chosen by ${name}`,
  postedGif: 'GIF',
  postedPhoto: 'Photo',
  postedVideo: 'Video',
  readMore: 'Read more',
  pinned: 'Linked post',
  unpin: 'Close this post',
  notFound: 'This post is not available.',
  notFoundText: 'It was deleted, or you don’t have access to it.',
  findFailed: 'Failed to load the post.',

  like: (likes: number) => `Like, ${formatCount(likes, 'like')}`,
  likes: (likes: number) => formatCount(likes, 'like'),
  likeWord: 'Like',
  likersTitle: 'Liked by',
  likersEmpty: 'No likes yet.',
  likersFailed: 'Failed to load likes.',
  likersMore: (count: number) => `and ${formatCount(count, 'more player')}`,

  comment: 'Comment',
  comments: (count: number) => formatCount(count, 'comment'),
  commentsOn: (name: string) => `Comments on the post by ${name}`,
  viewAll: (count: number) => (count === 1 ? 'View the comment' : `View all ${formatNumber(count)} comments`),
  earlier: 'Show earlier comments',
  commentsFailed: (status: number) => withStatusCode('Failed to load comments', status),
  writeComment: 'Write a comment',
  sendComment: 'Send comment',
  commentFailed: 'Failed to add comment',
  posting: 'Posting…',
  addGif: 'Add a GIF',
  removeGif: 'Remove the GIF',
  deleteComment: (name: string) => `Delete the comment by ${name}`,
  deleteCommentTitle: 'Delete this comment?',
  deleteCommentFailed: 'Failed to delete the comment. Try again.',

  deletePost: (name: string) => `Delete the post by ${name}`,
  deleteTitle: 'Delete this post?',
  deleteText: 'This also deletes the post’s likes and comments. You can’t undo this.',
  deleteAsStaffText: 'Admins can restore the post, with its likes and comments, for 30 days.',
  delete: 'Delete',
  deleted: 'Post deleted.',
  deleteFailed: 'Failed to delete post',
  mentionFailed: (name: string) => `Failed to open ${name}’s profile. Try again.`,
  mentionMissing: (name: string) => `There’s no player named ${name}.`,
} as const;

/** Texts of the post composer. */
export const POST_COMPOSER_TEXTS = {
  title: 'Share something',
  label: 'What do you want to share?',
  placeholder: (name: string) => `What’s new, ${name}?`,
  hint: 'Ctrl + Enter to post',
  post: 'Post',
  posted: 'Posted.',
  failed: 'Post failed',
  photo: 'Photo',
  addPhoto: 'Add a photo',
  gif: 'GIF',
  addGif: 'Add a GIF',
  youtube: 'YouTube',
  addYoutube: 'Add a YouTube video',
  youtubeUrl: 'YouTube URL',
  removeYoutube: 'Remove the YouTube video',
  removePhoto: 'Remove the photo',
  removeGif: 'Remove the GIF',
  chosenPhoto: 'The photo you chose',
  chosenGif: 'The GIF you chose',
} as const;

/** Texts of the dialog for choosing a post's photo. */
export const PHOTO_PICKER_TEXTS = {
  title: 'Choose a photo',
  photos: 'Your photos',
  empty: 'No photos yet. Upload some in your gallery first.',
  failed: 'Failed to load photos',
  choose: (photo: number) => `Photo ${photo}`,
  upload: 'Upload a new photo',
  cancel: 'Cancel the upload',
} as const;

/** Texts of the Latest Posts card of the dashboard. */
export const LATEST_POSTS_TEXTS = {
  title: 'Latest Posts',
  empty: 'No posts yet.',
} as const;
