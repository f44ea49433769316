import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './more-photos.module.css';

type MorePhotosProps = {
  busy: boolean;
  failed: boolean;
  load: () => void;
};

/** Loads the next photos shortly before they come into sight; a button does the same. */
export function MorePhotos({ busy, failed, load }: MorePhotosProps) {
  const [near, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '600px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function each time
  useEffect(() => {
    if (near && !busy && !failed) load();
  }, [near, busy, failed]);
  return (
    <div ref={place} className={styles.more}>
      {failed && <p role="alert">{PHOTO_TEXTS.moreFailed}</p>}
      <Button busy={busy} onClick={load}>
        {failed ? PHOTO_TEXTS.tryAgain : PHOTO_TEXTS.more}
      </Button>
    </div>
  );
}
