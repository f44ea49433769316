import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import type { NewPost } from './api.ts';

/** The draft of a post. */
export type Draft = {
  text: string;
  photo: Photo | null;
  gif: GifChoice | null;
  /** The text in the field for the video's URL; null while the field is hidden. */
  youtube: string | null;
};
/** The draft of a comment on a post. */
export type CommentDraft = { text: string; gif: GifChoice | null };
export type DraftError = { field: 'post' | 'youtube'; text: string };

export const EMPTY_POST: Draft = { text: '', photo: null, gif: null, youtube: null };
export const EMPTY_COMMENT: CommentDraft = { text: '', gif: null };
/** Return the storage key of a comment draft. */
export const commentDraftKey = (postId: number): string => `feed:comment:${postId}`;

/**
 * Report whether a draft has more than one of photo, GIF and video. The form shows an error for this immediately, not
 * only on submit.
 */
export const hasTwoMedia = ({ photo, gif, youtube }: Draft): boolean =>
  [photo, gif, youtube?.trim()].filter(Boolean).length > 1;

/** Return why a draft cannot be posted, or null if it can be posted. The specification defines the conditions. */
export function validatePostDraft(draft: Draft): DraftError | null {
  const text = draft.text.trim();
  const address = draft.youtube?.trim() ?? '';
  if (hasTwoMedia(draft)) return { field: 'post', text: FEED_ERRORS.oneMedium };
  if (address !== '' && youtubeId(address) === null) return { field: 'youtube', text: FEED_ERRORS.youtube };
  if (text.length > LIMITS.feed.text) return { field: 'post', text: FEED_ERRORS.tooLong };
  if (text === '' && !draft.photo && !draft.gif && address === '')
    return { field: 'post', text: FEED_ERRORS.empty };
  return null;
}

/** Convert a draft to the request body. */
export const toNewPost = ({ text, photo, gif, youtube }: Draft): NewPost => ({
  body: text.trim() || null,
  imageUrl: photo?.imageUrl ?? null,
  gifUrl: gif?.url ?? null,
  youtubeUrl: youtube?.trim() || null,
});

/** Report whether a draft is the same as when it was sent. */
export const isSent = (draft: Draft, sent: NewPost): boolean =>
  JSON.stringify(toNewPost(draft)) === JSON.stringify(sent);
