import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PHOTO_PICKER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { readErrorText } from '../../../lib/errors.ts';
import { PICTURE_ACCEPT, pictureFileError } from '../../../lib/picture-file.ts';
import { repeat } from '../../../lib/repeat.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { changeGallery, galleryQuery, photosKey, uploadPhoto } from '../api.ts';
import { MorePhotos } from './more-photos.tsx';
import { PhotoImage } from './photo-image.tsx';
import styles from './photo-picker.module.css';

type PhotoPickerProps = { open: boolean; onClose: () => void; onPick: (photo: Photo) => void };

/**
 * Show a dialog in which the player chooses one of their photos or uploads a new one. Load this component with
 * `lazyComponent()`.
 */
export function PhotoPicker({ open, onClose, onPick }: PhotoPickerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={PHOTO_PICKER_TEXTS.title} size="medium">
      <Content onPick={onPick} />
    </Dialog>
  );
}

/** Return an action that uploads a new photo to the gallery, with its state. Closing the dialog cancels the upload. */
function useUpload(ownerId: number, onDone: (photo: Photo) => void) {
  const client = useQueryClient();
  const call = useRef<AbortController | null>(null);
  /** Upload progress, 0 to 1; null while idle. */
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => call.current?.abort(), []);
  const start = async (file: File) => {
    const error = pictureFileError(file);
    setFailure(error);
    if (error) return;
    const mine = new AbortController();
    call.current = mine;
    setPart(0);
    try {
      const photo = await uploadPhoto(file, '', { onProgress: setPart, signal: mine.signal });
      changeGallery(client, ownerId, (photos, page) => (page === 0 ? [photo, ...photos] : photos));
      void client.invalidateQueries({ queryKey: photosKey(ownerId) });
      announce(PHOTO_TEXTS.uploaded(1));
      onDone(photo);
    } catch (thrown) {
      if (!mine.signal.aborted) setFailure(await readErrorText(thrown, EDIT_PROFILE_TEXTS.uploadFailed));
    } finally {
      setPart(null);
    }
  };
  return { part, failure, start: (file: File) => void start(file), cancel: () => call.current?.abort() };
}

function Content({ onPick }: Pick<PhotoPickerProps, 'onPick'>) {
  const me = useUser();
  const query = useInfiniteQuery(galleryQuery(me.id));
  const uploading = useUpload(me.id, onPick);
  return (
    <Stack gap={4}>
      <UploadBar uploading={uploading} />
      {/* The list of photos grows as more photos load, so scroll the list and not the dialog. */}
      <div className={styles.scroll}>
        <ListState
          items={query.data?.pages.flatMap((page) => page.photos)}
          failure={useErrorText(query.error, PHOTO_PICKER_TEXTS.failed)}
          retry={() => void query.refetch()}
          loading={<LoadingState />}
          empty={<Notice icon="sparkles" title={PHOTO_PICKER_TEXTS.empty} />}
        >
          {(photos) => (
            <>
              <Grid as="ul" columns="6.5rem" gap={2} aria-label={PHOTO_PICKER_TEXTS.photos}>
                {photos.map((photo, index) => (
                  <li key={photo.id}>
                    <button type="button" className={styles.photo} onClick={() => onPick(photo)}>
                      <PhotoImage
                        photo={photo}
                        alt={photo.caption || PHOTO_PICKER_TEXTS.choose(index + 1)}
                        sizes="(max-width: 480px) 33vw, 8rem"
                        className={styles.picture}
                      />
                    </button>
                  </li>
                ))}
              </Grid>
              <MorePhotos query={query} />
            </>
          )}
        </ListState>
      </div>
    </Stack>
  );
}

function UploadBar({ uploading }: { uploading: ReturnType<typeof useUpload> }) {
  const input = useRef<HTMLInputElement>(null);
  const { part, failure } = uploading;
  const percent = Math.round((part ?? 0) * 100);
  return (
    <Stack gap={2}>
      <FileInput
        ref={input}
        accept={PICTURE_ACCEPT}
        label={PHOTO_PICKER_TEXTS.upload}
        onFiles={([file]) => file && uploading.start(file)}
      />
      {part === null ? (
        <Button wide onClick={() => input.current?.click()}>
          <ImagePlus size={18} aria-hidden="true" />
          {PHOTO_PICKER_TEXTS.upload}
        </Button>
      ) : (
        <div className={styles.moving}>
          <Progress label={PHOTO_PICKER_TEXTS.upload} part={part} />
          <Text size={1} tone="quiet" tabular>
            {part < 1 ? PHOTO_TEXTS.percent(percent) : PHOTO_TEXTS.finishing}
          </Text>
          <Button size="small" onClick={uploading.cancel}>
            {PHOTO_PICKER_TEXTS.cancel}
          </Button>
        </div>
      )}
      <ErrorMessage text={failure} />
    </Stack>
  );
}

function LoadingState() {
  return (
    <Grid columns="6.5rem" gap={2}>
      {repeat(8, (index) => (
        <Skeleton key={index} height="auto" className={styles.loading} />
      ))}
    </Grid>
  );
}
