import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ImagePlus } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { lazily } from '../../../lib/lazily.ts';
import { ACCEPT } from '../../../lib/picture-file.ts';
import { repeat } from '../../../lib/repeat.ts';
import { useClosing } from '../../../lib/use-closing.ts';
import { useDrop } from '../../../lib/use-drop.ts';
import { useFault } from '../../../lib/use-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast.ts';
import { targetIn, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { galleryQuery } from '../api.ts';
import { readGallerySearch } from '../search.ts';
import { useGalleryDeeds } from '../use-gallery.ts';
import { useUploads } from '../use-uploads.ts';
import styles from './gallery.module.css';
import { GalleryHeader } from './gallery-header.tsx';
import { MorePhotos } from './more-photos.tsx';
import gridStyles from './photo-grid.module.css';
import { PhotoGrid } from './photo-grid.tsx';
import { UploadTray } from './upload-tray.tsx';

const GalleryLightbox = lazily(() => import('./gallery-lightbox.tsx'), 'GalleryLightbox');

type GalleryProps = { owner: { id: number; username: string; avatarUrl: string | null } };

/** A player's gallery; its owner adds to it. */
export function Gallery({ owner }: GalleryProps) {
  const me = useUser();
  const own = owner.id === me.id;
  const query = useInfiniteQuery(galleryQuery(owner.id));
  const photos = query.data?.pages.flatMap((page) => page.photos);
  const uploads = useUploads(owner.id);
  const drop = useDrop({ enabled: own, onFiles: uploads.add });
  const add = <AddPhotos add={uploads.add} />;
  const isEmpty = photos?.length === 0 && uploads.items.length === 0;
  // The tray goes with its last picture.
  const page = useKeptFocus<HTMLDivElement>(uploads.items.length > 0, 'heading');
  return (
    <div ref={page} className={styles.page} {...drop.handlers}>
      <GalleryHeader owner={owner} own={own} hint={drop.over}>
        {own && !isEmpty && add}
      </GalleryHeader>
      {uploads.items.length > 0 && <UploadTray uploads={uploads} />}
      <ListState
        items={photos}
        failure={useFault(query.error, PHOTO_TEXTS.failed)}
        retry={() => void query.refetch()}
        loading={<Waiting />}
        empty={
          isEmpty && (
            <Notice
              icon="sparkles"
              title={PHOTO_TEXTS.empty}
              text={own ? PHOTO_TEXTS.ownEmpty : PHOTO_TEXTS.othersEmpty(owner.username)}
              action={own && add}
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
      <Large
        photos={photos ?? []}
        owner={owner}
        page={page}
        loadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        settled={query.isSuccess && !query.isFetching}
      />
    </div>
  );
}

type LargeProps = {
  photos: readonly Photo[];
  owner: { id: number; username: string };
  page: RefObject<HTMLElement | null>;
  loadMore: (() => void) | undefined;
  /** Whether no photos are on their way, nor failed to come. */
  settled: boolean;
};

/**
 * The photo of the address, large. Its library comes when one is opened for the first time. One that is not among those
 * that are there is looked for among those that follow; one that is nowhere is said to be gone.
 */
function Large({ photos, owner, page, loadMore, settled }: LargeProps) {
  const { photo } = readGallerySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const deeds = useGalleryDeeds(owner.id);
  const closing = useClosing();
  const found = photo === undefined ? -1 : photos.findIndex(({ id }) => id === photo);
  const index = found < 0 ? null : found;
  const last = useRef<{ id: number | undefined; at: number } | null>(null);
  if (index !== null) last.current = { id: photo, at: index };
  const show = (search: { photo?: number }) =>
    void navigate({ to: '.', search, state: true, replace: true, resetScroll: false });
  useEffect(() => {
    // Who has just deleted it knows.
    if (photo === undefined || index !== null || !settled || last.current?.id === photo) return;
    if (loadMore) return loadMore();
    toast.info(PHOTO_TEXTS.gone);
    show({});
  });
  if (!last.current) return null;
  // What opened a photo that was deleted is gone with it: its place has another, or nothing is left.
  const backTo = () => {
    const { id, at } = last.current ?? { id: undefined, at: 0 };
    if (!page.current || photos.some((one) => one.id === id)) return null;
    const links = page.current.querySelectorAll<HTMLElement>(`.${gridStyles.open}`);
    return links[Math.min(at, links.length - 1)] ?? targetIn(page.current);
  };
  return (
    <Suspense>
      <GalleryLightbox
        photos={photos}
        index={index}
        more={loadMore !== undefined}
        owner={owner}
        deeds={deeds}
        onIndex={(at) => {
          const next = photos[at];
          if (next) show({ photo: next.id });
          if (at >= photos.length - 3) loadMore?.();
        }}
        onClose={() => closing(() => show({}))}
        backTo={backTo}
      />
    </Suspense>
  );
}

export function Waiting() {
  return (
    <>
      <VisuallyHidden role="status">{PHOTO_TEXTS.loading}</VisuallyHidden>
      <div className={gridStyles.grid}>
        {repeat(10, (place) => (
          <Skeleton key={place} height="100%" className={gridStyles.tile} />
        ))}
      </div>
    </>
  );
}

/** The way to choose pictures for one's gallery. */
function AddPhotos({ add }: { add: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} multiple accept={ACCEPT} label={PHOTO_TEXTS.add} onFiles={add} />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <ImagePlus size={18} aria-hidden="true" />
        {PHOTO_TEXTS.add}
      </Button>
    </>
  );
}
