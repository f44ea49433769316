import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { PICTURE_ACCEPT } from '../../../lib/picture-file.ts';
import { repeat } from '../../../lib/repeat.ts';
import { useCloseOverlay } from '../../../lib/use-close-overlay.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { Button } from '../../../ui/button.tsx';
import dropZone from '../../../ui/drop-zone.module.css';
import { FileInput } from '../../../ui/file-input.tsx';
import { Grid, Page } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast.ts';
import { focusTargetIn, useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { galleryQuery } from '../api.ts';
import { readGallerySearch } from '../search.ts';
import { useGalleryActions } from '../use-gallery.ts';
import { useUploads } from '../use-uploads.ts';
import styles from './gallery.module.css';
import { MorePhotos } from './more-photos.tsx';
import gridStyles from './photo-grid.module.css';
import { PhotoGrid } from './photo-grid.tsx';
import { UploadTray } from './upload-tray.tsx';

const GalleryLightbox = lazyComponent(() => import('./gallery-lightbox.tsx'), 'GalleryLightbox');

type GalleryProps = { owner: { id: number; username: string; avatarUrl: string | null } };

/** Show a player's gallery; the owner can add photos. */
export function Gallery({ owner }: GalleryProps) {
  const me = useUser();
  const own = owner.id === me.id;
  const query = useInfiniteQuery(galleryQuery(owner.id));
  const photos = query.data?.pages.flatMap((page) => page.photos);
  const uploads = useUploads(owner.id);
  const mayAdd = useMute() === null && own;
  const drop = useFileDrop({ enabled: mayAdd, onFiles: uploads.add });
  const add = mayAdd && <AddPhotos add={uploads.add} />;
  const isEmpty = photos?.length === 0 && uploads.items.length === 0;
  // Restore the focus to the heading when the upload tray is removed with its last picture.
  const page = useRestoreFocus<HTMLDivElement>(uploads.items.length > 0, 'heading');
  return (
    <Page ref={page} gap={5} className={styles.page} {...drop.handlers}>
      <GalleryHeader owner={owner} own={own} hint={drop.isOver}>
        {!isEmpty && add}
      </GalleryHeader>
      {own && <MutedNote />}
      {uploads.items.length > 0 && <UploadTray uploads={uploads} />}
      <ListState
        items={photos}
        failure={useErrorText(query.error, PHOTO_TEXTS.failed)}
        retry={() => void query.refetch()}
        loading={<GallerySkeleton />}
        empty={
          isEmpty && (
            <Notice
              icon="sparkles"
              title={PHOTO_TEXTS.empty}
              text={own ? PHOTO_TEXTS.ownEmpty : PHOTO_TEXTS.othersEmpty(owner.username)}
              action={add}
            />
          )
        }
      >
        {(items) => (
          <>
            <PhotoGrid
              photos={items}
              username={owner.username}
              own={own}
              avatarUrl={own ? me.avatarUrl : null}
            />
            <MorePhotos query={query} />
          </>
        )}
      </ListState>
      <OpenPhoto
        photos={photos ?? []}
        owner={owner}
        page={page}
        loadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        settled={query.isSuccess && !query.isFetching}
      />
    </Page>
  );
}

type GalleryHeaderProps = {
  owner: { id: number; username: string; avatarUrl: string | null };
  own: boolean;
  /** True while files are being dragged over the page. */
  hint: boolean;
  children?: ReactNode;
};

/** Show the gallery's owner and title, with upload hints for the owner. */
function GalleryHeader({ owner, own, hint, children }: GalleryHeaderProps) {
  return (
    <Grid
      as="header"
      columns={['auto', '1fr', 'auto']}
      gap={4}
      rowGap={2}
      align="center"
      className={clsx(styles.header, hint && dropZone.over)}
    >
      <PlayerLink player={owner} className={styles.owner}>
        <PlayerAvatar player={owner} size={56} />
        <VisuallyHidden>{PHOTO_TEXTS.profileOf(owner.username)}</VisuallyHidden>
      </PlayerLink>
      <div>
        <h1>{own ? PHOTO_TEXTS.myGallery : PHOTO_TEXTS.galleryOf(owner.username)}</h1>
        {own && (
          <Text size={1} tone="quiet">
            {hint ? PHOTO_TEXTS.dropNow : PHOTO_TEXTS.limits}{' '}
            {!hint && <span className="by-mouse">{PHOTO_TEXTS.dropToo}</span>}
          </Text>
        )}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </Grid>
  );
}

type OpenPhotoProps = {
  photos: readonly Photo[];
  owner: { id: number; username: string };
  page: RefObject<HTMLElement | null>;
  loadMore: (() => void) | undefined;
  /** True if the list is loaded, and no request is running or has failed. */
  settled: boolean;
};

/**
 * Show the photo from the URL in a lightbox, which is loaded on first use. If the photo is not loaded, load further
 * pages until one contains it. If none does, a toast reports that the photo no longer exists.
 */
function OpenPhoto({ photos, owner, page, loadMore, settled }: OpenPhotoProps) {
  const { photo } = readGallerySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const actions = useGalleryActions(owner.id);
  const closeOverlay = useCloseOverlay();
  const found = photo === undefined ? -1 : photos.findIndex(({ id }) => id === photo);
  const index = found < 0 ? null : found;
  const last = useRef<{ id: number | undefined; at: number } | null>(null);
  if (index !== null) last.current = { id: photo, at: index };
  const show = (search: { photo?: number }) =>
    void navigate({ to: '.', search, state: true, replace: true, resetScroll: false });
  useEffect(() => {
    // Show no toast if the photo was open until now, because then it has just been deleted.
    if (photo === undefined || index !== null || !settled || last.current?.id === photo) return;
    if (loadMore) return loadMore();
    toast.info(PHOTO_TEXTS.photoNotFound);
    show({});
  });
  if (!last.current) return null;
  // A deleted photo no longer has a link, so focus the link of the photo that took its position. If no photos are
  // left, focus the page.
  const finalFocus = () => {
    const { id, at } = last.current ?? { id: undefined, at: 0 };
    if (!page.current || photos.some((item) => item.id === id)) return null;
    const links = page.current.querySelectorAll<HTMLElement>(`.${gridStyles.open}`);
    return links[Math.min(at, links.length - 1)] ?? focusTargetIn(page.current);
  };
  return (
    <Suspense>
      <GalleryLightbox
        photos={photos}
        index={index}
        more={loadMore !== undefined}
        owner={owner}
        actions={actions}
        onIndex={(at) => {
          const next = photos[at];
          if (next) show({ photo: next.id });
          if (at >= photos.length - 3) loadMore?.();
        }}
        onClose={() => closeOverlay(() => show({}))}
        finalFocus={finalFocus}
      />
    </Suspense>
  );
}

/** Show a placeholder for the gallery. */
export function GallerySkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{PHOTO_TEXTS.loading}</VisuallyHidden>
      <Grid columns="13rem" gap={3} className={gridStyles.grid}>
        {repeat(10, (index) => (
          <Skeleton key={index} height="100%" className={gridStyles.tile} />
        ))}
      </Grid>
    </>
  );
}

/** Render a button and a file input that add photos to the player's own gallery. */
function AddPhotos({ add }: { add: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} multiple accept={PICTURE_ACCEPT} label={PHOTO_TEXTS.add} onFiles={add} />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <ImagePlus size={18} aria-hidden="true" />
        {PHOTO_TEXTS.add}
      </Button>
    </>
  );
}
