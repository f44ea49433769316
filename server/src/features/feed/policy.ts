import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS as TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { collapseBlankLines, MAX_LINES, trimText } from '@rivalhold/shared/visible-text.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import { invalidFieldsError, throwIfInvalid } from '../../platform/errors.ts';

type CommentInput = string | null | undefined;
export type PostInput = {
  body?: CommentInput;
  imageUrl?: CommentInput;
  youtubeUrl?: CommentInput;
  gifUrl?: CommentInput;
};
/** A validated post, except that `addPost` must still check whether the photo belongs to the author. */
export type PostDraft = {
  text: string;
  imageUrl: string | null;
  gifUrl: string | null;
  youtubeId: string | null;
};

/**
 * Validate a new post. The specification defines the conditions.
 * @throws AppError `invalid` with a message for each invalid field.
 */
export function validatePost(sent: PostInput, giphyApiBase: string): PostDraft {
  const text = collapseBlankLines(trimText(sent.body), MAX_LINES.post);
  const [imageUrl, youtubeUrl, gifUrl] = [sent.imageUrl, sent.youtubeUrl, sent.gifUrl].map(trimText);
  const media = [imageUrl, youtubeUrl, gifUrl].filter(Boolean);
  if (media.length > 1) throw invalidFieldsError({ media: TEXTS.oneMedium });
  if (media.length === 0 && text === '') throw invalidFieldsError({ body: TEXTS.empty });
  const video = youtubeUrl ? youtubeId(youtubeUrl) : null;
  throwIfInvalid({
    body: text.length > LIMITS.feed.text && TEXTS.tooLong,
    youtubeUrl: youtubeUrl && video === null && TEXTS.youtube,
    gifUrl: gifUrl && !isGifUrl(gifUrl, giphyApiBase) && TEXTS.gif,
  });
  return { text, imageUrl: imageUrl || null, gifUrl: gifUrl || null, youtubeId: video };
}

/**
 * Validate a new comment.
 * @throws AppError `invalid` with a message for each invalid field.
 */
export function validateComment(
  sent: { body?: CommentInput; gifUrl?: CommentInput },
  giphyApiBase: string,
): { text: string; gifUrl: string | null } {
  const [text, gifUrl] = [collapseBlankLines(trimText(sent.body), MAX_LINES.comment), trimText(sent.gifUrl)];
  throwIfInvalid({
    body: text === '' ? TEXTS.commentEmpty : text.length > LIMITS.comment && TEXTS.commentTooLong,
    gifUrl: gifUrl && !isGifUrl(gifUrl, giphyApiBase) && TEXTS.gif,
  });
  return { text, gifUrl: gifUrl || null };
}
