import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState } from '../../../ui/state.tsx';
import { latestPhotosQuery } from '../api.ts';
import styles from './latest-photos.module.css';

/** A player's latest photos as small pictures. */
export function LatestPhotos({ player }: { player: { id: number; username: string } }) {
  const query = useQuery(latestPhotosQuery(player.id));
  return (
    <Card title={PHOTO_TEXTS.title}>
      <ListState
        items={query.data}
        failure={query.error ? PHOTO_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<Skeleton height="6rem" className={styles.photo} />}
        empty={<p className={styles.empty}>{PHOTO_TEXTS.empty}</p>}
      >
        {(photos) => (
          <ul className={styles.grid}>
            {photos.slice(0, LIMITS.profilePhotos).map((photo) => (
              <li key={photo.id}>
                <img
                  src={photo.thumbUrl}
                  alt={photo.caption.trim() || PHOTO_TEXTS.photoOf(player.username)}
                  title={photo.caption || undefined}
                  loading="lazy"
                  decoding="async"
                  className={styles.photo}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </Card>
  );
}
