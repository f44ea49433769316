import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { isFileRejected, readErrorText } from '../../lib/errors.ts';
import { pictureFileError } from '../../lib/picture-file.ts';
import { createUploadQueue, isBusy, type Upload } from '../../lib/upload-queue.ts';
import { announce } from '../../ui/live-region.tsx';
import { useConfirmLeave } from '../../ui/use-confirm-leave.ts';
import { changeGallery, photosKey, uploadPhoto } from './api.ts';

type CaptionMeta = { caption: string };
/** A pending upload to the gallery. */
export type PhotoUpload = Upload<Photo, CaptionMeta>;

const newItem = (file: File) => {
  const error = pictureFileError(file);
  const state: PhotoUpload['state'] = error ? 'failed' : 'chosen';
  const preview = error ? null : URL.createObjectURL(file);
  return {
    file,
    name: file.name,
    preview,
    state,
    error: error,
    isRejected: error !== null,
    meta: { caption: '' },
  };
};

/**
 * Return the uploads to the player's own gallery, with their actions. If the player leaves the page while uploads are
 * running, and confirms this, the uploads are cancelled.
 */
export function useUploads(ownerId: number) {
  const client = useQueryClient();
  const queue = useMemo(() => {
    const made = createUploadQueue<Photo, CaptionMeta>({
      send: (file, { caption }, sending) => uploadPhoto(file, caption, sending),
      errorTextOf: (thrown) => readErrorText(thrown, EDIT_PROFILE_TEXTS.uploadFailed),
      isPermanentError: isFileRejected,
      onReady: (key, photo) => {
        changeGallery(client, ownerId, (photos, page) => (page === 0 ? [photo, ...photos] : photos));
        made.remove(key);
        announce(PHOTO_TEXTS.uploaded(1));
      },
    });
    return made;
  }, [client, ownerId]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const busy = isBusy(items);

  useEffect(() => queue.clear, [queue]);
  useConfirmLeave(busy, { ...PHOTO_TEXTS.leave, danger: true });
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) void client.invalidateQueries({ queryKey: photosKey(ownerId) });
    wasBusy.current = busy;
  }, [busy, client, ownerId]);

  return {
    items,
    add: (files: Iterable<File>) => queue.add(Array.from(files, newItem)),
    describe: (key: string, caption: string) => queue.describe(key, { caption }),
    start: () => queue.start(),
    remove: ({ key }: PhotoUpload) => queue.remove(key),
  };
}
export type Uploads = ReturnType<typeof useUploads>;
