import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { clsx } from 'clsx';
import { Heart } from 'lucide-react';
import { useLike } from '../../../lib/likes.ts';
import { photoLikes } from '../likes.ts';
import styles from './like-button.module.css';

/** Show a photo's number of likes. All players except the owner can like the photo. */
export function LikeButton({ photo, own, className }: { photo: Photo; own: boolean; className?: string }) {
  const { on, count, toggle } = useLike(photoLikes, photo);
  const heart = <Heart size={18} aria-hidden="true" className={styles.heart} />;
  if (own) {
    if (count === 0) return null;
    return (
      <span
        className={clsx(styles.likes, className)}
        role="img"
        aria-label={PHOTO_TEXTS.likes(count)}
        title={PHOTO_TEXTS.likes(count)}
      >
        {heart}
        {formatNumber(count)}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={PHOTO_TEXTS.like(count)}
      className={clsx(styles.likes, styles.button, className)}
      onClick={toggle}
    >
      {heart}
      {count > 0 && formatNumber(count)}
    </button>
  );
}
