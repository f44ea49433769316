import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { Lightbox } from '../../../ui/lightbox.tsx';
import type { useGalleryActions } from '../use-gallery.ts';
import { PhotoFooter } from './photo-footer.tsx';

type GalleryLightboxProps = {
  photos: readonly Photo[];
  index: number | null;
  /** Not all of the gallery is loaded. */
  more: boolean;
  owner: { id: number; username: string };
  actions: ReturnType<typeof useGalleryActions>;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Where the focus goes when it closes; null for where it was before. */
  backTo: () => HTMLElement | null;
};

/** A gallery's photos large, with what one can do with the one that is open. */
export function GalleryLightbox(props: GalleryLightboxProps) {
  const { photos, index, more, owner, actions, onIndex, onClose, backTo } = props;
  const photo = index === null ? undefined : photos[index];
  return (
    <Lightbox
      items={photos.map(({ imageUrl, caption, width, height }) => ({
        src: imageUrl,
        alt: caption || PHOTO_TEXTS.photoOf(owner.username),
        width,
        height,
      }))}
      index={index}
      more={more}
      onIndex={onIndex}
      onClose={onClose}
      inAddress
      backTo={backTo}
      label={PHOTO_TEXTS.galleryOf(owner.username)}
      footer={
        photo && (
          <PhotoFooter key={photo.id} photo={photo} owner={owner} actions={actions} onDeleted={onClose} />
        )
      }
    />
  );
}
