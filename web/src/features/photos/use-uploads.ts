import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { EDIT_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { faultOf, statusOf } from '../../lib/errors.ts';
import { pictureFault } from '../../lib/picture-file.ts';
import { isBusy, type Upload, uploadQueue } from '../../lib/upload-queue.ts';
import { announce } from '../../ui/live-region.tsx';
import { useLeaveQuestion } from '../../ui/use-leave-question.ts';
import { changeGallery, photosKey, uploadPhoto } from './api.ts';

type Caption = { caption: string };
/** A picture on its way into the gallery. */
export type Item = Upload<Photo, Caption>;

const newItem = (file: File) => {
  const fault = pictureFault(file);
  const state: Item['state'] = fault ? 'failed' : 'chosen';
  const preview = fault ? null : URL.createObjectURL(file);
  return { file, name: file.name, preview, state, fault, refused: fault !== null, more: { caption: '' } };
};

/** Pictures on their way into one's own gallery. Leaving the page stops them, after a question. */
export function useUploads(ownerId: number) {
  const client = useQueryClient();
  const queue = useMemo(() => {
    const made = uploadQueue<Photo, Caption>({
      send: (file, { caption }, sending) => uploadPhoto(file, caption, sending),
      faultOf: (thrown) => faultOf(thrown, EDIT_TEXTS.uploadFailed),
      // Bytes of a wrong kind stay that.
      isRefusal: (thrown) => statusOf(thrown) === 415,
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
  useLeaveQuestion(busy, { ...PHOTO_TEXTS.leave, danger: true });
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
    remove: ({ key }: Item) => queue.remove(key),
  };
}
export type Uploads = ReturnType<typeof useUploads>;
