import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './gallery-header.module.css';

type GalleryHeaderProps = {
  owner: { id: number; username: string; avatarUrl: string | null };
  own: boolean;
  /** Pictures are held over the page. */
  hint: boolean;
  children?: ReactNode;
};

/** Whose gallery it is. */
export function GalleryHeader({ owner, own, hint, children }: GalleryHeaderProps) {
  return (
    <header className={clsx(styles.header, hint && styles.over)}>
      <PlayerLink player={owner} className={styles.who}>
        <PlayerAvatar player={owner} size={56} />
        <VisuallyHidden>{PHOTO_TEXTS.profileOf(owner.username)}</VisuallyHidden>
      </PlayerLink>
      <div className={styles.words}>
        <h1 className={styles.title}>
          {own ? PHOTO_TEXTS.myGallery : PHOTO_TEXTS.galleryOf(owner.username)}
        </h1>
        {own && (
          <p className={rhythm.note}>
            {hint ? PHOTO_TEXTS.dropNow : PHOTO_TEXTS.limits}{' '}
            {!hint && <span className="by-mouse">{PHOTO_TEXTS.dropToo}</span>}
          </p>
        )}
      </div>
      {children && <div className={styles.deeds}>{children}</div>}
    </header>
  );
}
