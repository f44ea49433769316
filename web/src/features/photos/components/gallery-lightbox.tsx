import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { Lightbox } from '../../../ui/lightbox.tsx';
import type { useGalleryActions } from '../use-gallery.ts';
import { PhotoFooter } from './photo-footer.tsx';

type GalleryLightboxProps = {
  photos: readonly Photo[];
  index: number | null;
  /** True if the gallery has more pages to load. */
  more: boolean;
  owner: { id: number; username: string };
  actions: ReturnType<typeof useGalleryActions>;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Returns the element to focus after closing; null for the element that had the focus before. */
  finalFocus: () => HTMLElement | null;
};

/** Show a gallery's photos in a lightbox, with the actions for the open photo. */
export function GalleryLightbox(props: GalleryLightboxProps) {
  const { photos, index, more, owner, actions, onIndex, onClose, finalFocus } = props;
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
      isInUrl
      finalFocus={finalFocus}
      label={PHOTO_TEXTS.galleryOf(owner.username)}
      footer={
        photo && (
          <PhotoFooter key={photo.id} photo={photo} owner={owner} actions={actions} onDeleted={onClose} />
        )
      }
    />
  );
}
