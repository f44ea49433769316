import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { KIT_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useRef } from 'react';
import { useWhenNear } from '../../../lib/use-when-near.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './more-photos.module.css';

type MorePhotosProps = {
  busy: boolean;
  failed: boolean;
  load: () => void;
};

/** Loads the next photos shortly before they come into sight; a button does the same. */
export function MorePhotos({ busy, failed, load }: MorePhotosProps) {
  const place = useRef<HTMLDivElement>(null);
  useWhenNear(place, { margin: '600px', ready: !busy && !failed, load });
  return (
    <div ref={place} className={styles.more}>
      {failed && <p role="alert">{PHOTO_TEXTS.moreFailed}</p>}
      <Button busy={busy} onClick={load}>
        {failed ? PHOTO_TEXTS.tryAgain : KIT_TEXTS.loadMore}
      </Button>
    </div>
  );
}
