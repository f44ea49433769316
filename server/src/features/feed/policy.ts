import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_REFUSALS as TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { isVisible, LINES, withFewLines } from '@rivalhold/shared/visible.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import { invalidFields, refuseFaults } from '../../platform/errors.ts';

type Sent = string | null | undefined;
export type SentPost = { body?: Sent; imageUrl?: Sent; youtubeUrl?: Sent; gifUrl?: Sent };
/** A post as it may be stored, but for the photo: whose that is, only the database knows. */
export type Draft = {
  text: string;
  imageUrl: string | null;
  gifUrl: string | null;
  youtubeId: string | null;
};

/** What shows nothing is nothing. */
const trimmed = (sent: Sent): string => (sent && isVisible(sent) ? sent.trim() : '');

/** @throws AppError invalid with a text for each field at fault (part 2, section 5). */
export function draftOf(sent: SentPost, giphyApiBase: string): Draft {
  const text = withFewLines(trimmed(sent.body), LINES.post);
  const [imageUrl, youtubeUrl, gifUrl] = [sent.imageUrl, sent.youtubeUrl, sent.gifUrl].map(trimmed);
  const media = [imageUrl, youtubeUrl, gifUrl].filter(Boolean);
  if (media.length > 1) throw invalidFields({ media: TEXTS.oneMedium });
  if (media.length === 0 && text === '') throw invalidFields({ body: TEXTS.empty });
  const video = youtubeUrl ? youtubeId(youtubeUrl) : null;
  refuseFaults({
    body: text.length > LIMITS.feed.text && TEXTS.tooLong,
    youtubeUrl: youtubeUrl && video === null && TEXTS.youtube,
    gifUrl: gifUrl && !isGifUrl(gifUrl, giphyApiBase) && TEXTS.gif,
  });
  return { text, imageUrl: imageUrl || null, gifUrl: gifUrl || null, youtubeId: video };
}

/** @throws AppError invalid with a text for each field at fault. */
export function commentOf(
  sent: { body?: Sent; gifUrl?: Sent },
  giphyApiBase: string,
): { text: string; gifUrl: string | null } {
  const [text, gifUrl] = [withFewLines(trimmed(sent.body), LINES.comment), trimmed(sent.gifUrl)];
  refuseFaults({
    body: text === '' ? TEXTS.commentEmpty : text.length > LIMITS.comment && TEXTS.commentTooLong,
    gifUrl: gifUrl && !isGifUrl(gifUrl, giphyApiBase) && TEXTS.gif,
  });
  return { text, gifUrl: gifUrl || null };
}
