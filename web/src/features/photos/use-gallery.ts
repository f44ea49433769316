import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setSession, useUser } from '../../entities/session/api.ts';
import { toast, toastError } from '../../ui/toast.ts';
import { refreshPlayers, showAvatar } from '../profiles/index.ts';
import { changeGallery, chooseAvatar, deletePhoto, photosKey, saveCaption } from './api.ts';

/** Id of the toast that confirms a new avatar. */
const AVATAR_TOAST_ID = 'avatar';

/**
 * Return the actions for the photos of a gallery. A failed action changes nothing and shows a toast. Captions are
 * an exception: `CaptionEditor` shows the error.
 */
export function useGalleryActions(ownerId: number) {
  const client = useQueryClient();
  const user = useUser();
  const showOwnAvatar = (avatarUrl: string | null) => {
    setSession({ ...user, avatarUrl });
    showAvatar(client, user.id, avatarUrl);
  };
  const refresh = () => client.invalidateQueries({ queryKey: photosKey(ownerId) });

  const deletion = useMutation({
    mutationFn: ({ photo, reason }: { photo: Photo; reason: StaffReason }) => deletePhoto(photo.id, reason),
    onSuccess: (_, { photo }) => {
      changeGallery(client, ownerId, (photos) => photos.filter(({ id }) => id !== photo.id));
      if (ownerId !== user.id) refreshPlayers(client);
      else if (photo.imageUrl === user.avatarUrl) showOwnAvatar(null);
      // Dismiss the toast about a new avatar, because the deleted photo might be that avatar.
      toast.dismiss(AVATAR_TOAST_ID);
      toast.success(PHOTO_TEXTS.deleted);
      void refresh();
    },
    onError: toastError(PHOTO_TEXTS.deleteFailed),
  });
  const avatar = useMutation({
    mutationFn: (photo: Photo) => chooseAvatar(photo.id),
    onSuccess: (avatarUrl) => {
      showOwnAvatar(avatarUrl);
      toast.success(PHOTO_TEXTS.avatarSet, { id: AVATAR_TOAST_ID });
    },
    onError: toastError(PHOTO_TEXTS.avatarFailed),
  });
  const caption = useMutation({
    mutationFn: ({ photo, text }: { photo: Photo; text: string }) => saveCaption(photo.id, text),
    onSuccess: (saved) => {
      changeGallery(client, ownerId, (photos) =>
        photos.map((photo) => (photo.id === saved.id ? { ...photo, caption: saved.caption } : photo)),
      );
      void refresh();
    },
  });
  return { deletion, avatar, caption };
}
