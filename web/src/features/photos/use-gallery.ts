import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setSession, useUser } from '../../entities/session/api.ts';
import { sayFault, toast } from '../../ui/toast.ts';
import { refreshPlayers, showAvatar } from '../profiles/index.ts';
import { changeGallery, chooseAvatar, deletePhoto, photosKey, saveCaption } from './api.ts';

/** The id of the note that a photo is the avatar now. */
const AVATAR_NOTE = 'avatar';

/** What one can do with the photos of a gallery; what fails says so in a toast, and everything stays as it was. */
export function useGalleryDeeds(ownerId: number) {
  const client = useQueryClient();
  const user = useUser();
  const showOwn = (avatarUrl: string | null) => {
    setSession({ ...user, avatarUrl });
    showAvatar(client, user.id, avatarUrl);
  };
  const refresh = () => client.invalidateQueries({ queryKey: photosKey(ownerId) });

  const deletion = useMutation({
    mutationFn: (photo: Photo) => deletePhoto(photo.id),
    onSuccess: (_, photo) => {
      changeGallery(client, ownerId, (photos) => photos.filter(({ id }) => id !== photo.id));
      if (ownerId !== user.id) refreshPlayers(client);
      else if (photo.imageUrl === user.avatarUrl) showOwn(null);
      // What may still stand there of the same photo is no longer so.
      toast.dismiss(AVATAR_NOTE);
      toast.success(PHOTO_TEXTS.deleted);
      void refresh();
    },
    onError: sayFault(PHOTO_TEXTS.deleteFailed),
  });
  const avatar = useMutation({
    mutationFn: (photo: Photo) => chooseAvatar(photo.id),
    onSuccess: (avatarUrl) => {
      showOwn(avatarUrl);
      toast.success(PHOTO_TEXTS.avatarSet, { id: AVATAR_NOTE });
    },
    onError: sayFault(PHOTO_TEXTS.avatarFailed),
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
