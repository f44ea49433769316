import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import styles from '../../features/photos/components/gallery.module.css';
import { Gallery, GallerySkeleton } from '../../features/photos/components/gallery.tsx';
import { statusOf } from '../../lib/errors.ts';
import { useTitle } from '../../lib/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure, Notice } from '../../ui/state.tsx';

/** Show the player's own gallery. */
export function MyGalleryPage() {
  return <Gallery owner={useUser()} />;
}

/** Show a player's gallery. */
export function GalleryPage() {
  const { userId } = useParams({ from: '/player/gallery/$userId' });
  const me = useUser();
  return Number(userId) === me.id ? (
    <Gallery owner={me} />
  ) : (
    <OthersGallery key={userId} id={Number(userId)} />
  );
}

function OthersGallery({ id }: { id: number }) {
  const query = useQuery(profileQuery(id));
  useTitle(query.data && PHOTO_TEXTS.galleryOf(query.data.username));
  if (query.data) return <Gallery owner={query.data} />;
  const missing = statusOf(query.error) === 404;
  if (missing) {
    return (
      <Page gap={5} className={styles.page}>
        <Notice
          page
          icon="person"
          title={PHOTO_TEXTS.notFound}
          action={<ButtonLink to="/profiles">{PROFILE_TEXTS.listTitle}</ButtonLink>}
        />
      </Page>
    );
  }
  if (query.error) {
    return (
      <Page gap={5} className={styles.page}>
        <Failure page message={PHOTO_TEXTS.failed} retry={() => void query.refetch()} />
      </Page>
    );
  }
  return (
    <Page gap={5} className={styles.page} aria-busy="true">
      <Skeleton height="3.5rem" width="min(20rem, 100%)" />
      <GallerySkeleton />
    </Page>
  );
}
