import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import type { NewPost } from './api.ts';

/** A post that is being written. */
export type Draft = {
  text: string;
  photo: Photo | null;
  gif: GifChoice | null;
  /** What stands in the field of the address; null while there is no such field. */
  youtube: string | null;
};
/** A comment on a post that is being written. */
export type CommentDraft = { text: string; gif: GifChoice | null };
export type DraftError = { field: 'post' | 'youtube'; text: string };

export const EMPTY_POST: Draft = { text: '', photo: null, gif: null, youtube: null };
export const EMPTY_COMMENT: CommentDraft = { text: '', gif: null };
/** The name under which a comment on a post is kept. */
export const commentDraftKey = (postId: number): string => `feed:comment:${postId}`;

/** Whether a draft breaks the rule of one medium, which is told as soon as it does. */
export const hasTwoMedia = ({ photo, gif, youtube }: Draft): boolean =>
  [photo, gif, youtube?.trim()].filter(Boolean).length > 1;

/** Why a draft cannot be posted as it is, by the rules of section 5 of the specification; null for one that can. */
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

/** A draft as it is sent. */
export const toNewPost = ({ text, photo, gif, youtube }: Draft): NewPost => ({
  body: text.trim() || null,
  imageUrl: photo?.imageUrl ?? null,
  gifUrl: gif?.url ?? null,
  youtubeUrl: youtube?.trim() || null,
});

/** Whether a draft is still what was sent. */
export const isSent = (draft: Draft, sent: NewPost): boolean =>
  JSON.stringify(toNewPost(draft)) === JSON.stringify(sent);
