import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { OVERLAY_STATE } from '../../../lib/use-close-overlay.ts';
import { Grid } from '../../../ui/layout.tsx';
import { LikeButton } from './like-button.tsx';
import styles from './photo-grid.module.css';
import { PhotoImage } from './photo-image.tsx';

type PhotoGridProps = {
  photos: readonly Photo[];
  /** The owner's username. */
  username: string;
  own: boolean;
  /** URL of the viewer's avatar, to mark that photo in the viewer's own gallery; null in other galleries. */
  avatarUrl: string | null;
};

/** Show the photos of a gallery as squares that open the full photo. */
export function PhotoGrid({ photos, username, own, avatarUrl }: PhotoGridProps) {
  return (
    <Grid as="ul" columns="13rem" gap={3} className={styles.grid}>
      {photos.map((photo) => {
        const alt = photo.caption || PHOTO_TEXTS.photoOf(username);
        return (
          <li key={photo.id} className={styles.tile}>
            <Link
              to="."
              search={{ photo: photo.id }}
              state={OVERLAY_STATE}
              resetScroll={false}
              className={styles.open}
            >
              <PhotoImage
                photo={photo}
                alt={alt}
                sizes="(max-width: 480px) 50vw, (max-width: 768px) 33vw, 15rem"
                className={styles.picture}
              />
            </Link>
            <div className={styles.marks}>
              {photo.imageUrl === avatarUrl && (
                <span className={styles.mark}>
                  <UserRound size={14} aria-hidden="true" />
                  {PHOTO_TEXTS.avatarMark}
                </span>
              )}
              <LikeButton photo={photo} own={own} className={styles.likes} />
            </div>
          </li>
        );
      })}
    </Grid>
  );
}
