import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
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
      <Link to="/profiles/$userId" params={{ userId: String(owner.id) }} className={styles.who}>
        <Avatar name={owner.username} url={owner.avatarUrl} size={56} />
        <VisuallyHidden>{PHOTO_TEXTS.profileOf(owner.username)}</VisuallyHidden>
      </Link>
      <div className={styles.words}>
        <h1 className={styles.title}>
          {own ? PHOTO_TEXTS.myGallery : PHOTO_TEXTS.galleryOf(owner.username)}
        </h1>
        {own && <p className={styles.hint}>{hint ? PHOTO_TEXTS.dropNow : PHOTO_TEXTS.limits}</p>}
      </div>
      {children && <div className={styles.deeds}>{children}</div>}
    </header>
  );
}
