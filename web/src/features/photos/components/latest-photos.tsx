import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { repeat } from '../../../lib/repeat.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { latestPhotosQuery } from '../api.ts';
import styles from './latest-photos.module.css';
import { PhotoImage } from './photo-image.tsx';

/** Show a player's latest photos as thumbnails that link to the full photos. */
export function LatestPhotos({ player }: { player: { id: number; username: string } }) {
  const query = useQuery(latestPhotosQuery(player.id));
  const params = { userId: String(player.id) };
  return (
    <Card
      title={PHOTO_TEXTS.title}
      action={
        <ButtonLink
          to="/gallery/$userId"
          params={params}
          size="small"
          variant="link"
          aria-label={PHOTO_TEXTS.viewAllOf(player.username)}
        >
          {PHOTO_TEXTS.viewAll}
        </ButtonLink>
      }
    >
      <ListState
        items={query.data}
        failure={query.error ? PHOTO_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={
          <Grid columns={3} gap={2}>
            {repeat(3, (photo) => (
              <Skeleton key={photo} height="6rem" radius={2} />
            ))}
          </Grid>
        }
        empty={
          <Text tone="quiet" textAlign="center" paddingBlock={4}>
            {PHOTO_TEXTS.empty}
          </Text>
        }
      >
        {(photos) => (
          <Grid as="ul" columns={3} gap={2}>
            {photos.slice(0, LIMITS.profilePhotos).map((photo) => (
              <li key={photo.id}>
                <Link
                  to="/gallery/$userId"
                  params={params}
                  search={{ photo: photo.id }}
                  title={photo.caption || undefined}
                  className={styles.open}
                >
                  <PhotoImage
                    photo={photo}
                    alt={photo.caption || PHOTO_TEXTS.photoOf(player.username)}
                    sizes="(max-width: 768px) 33vw, 7rem"
                    className={styles.photo}
                  />
                </Link>
              </li>
            ))}
          </Grid>
        )}
      </ListState>
    </Card>
  );
}
