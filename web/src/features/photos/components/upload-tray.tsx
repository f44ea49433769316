import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { isComposing } from '../../../lib/composition.ts';
import { isBusy, startableUploads } from '../../../lib/upload-queue.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import type { PhotoUpload, Uploads } from '../use-uploads.ts';
import styles from './upload-tray.module.css';

/** Show the pictures to upload with their captions and progress. */
export function UploadTray({ uploads }: { uploads: Uploads }) {
  const ready = startableUploads(uploads.items);
  // Restore the focus when the focused element is removed. The upload button is removed once all uploads have started,
  // and a row is removed with its picture.
  const tray = useRestoreFocus<HTMLElement>(`${uploads.items.length} ${ready.length}`);
  return (
    <Card ref={tray} title={PHOTO_TEXTS.chosen}>
      <Grid as="ul" columns="24rem" gap={5} rowGap={3}>
        {uploads.items.map((item) => (
          <Grid as="li" key={item.key} columns={['auto', '1fr', 'auto']} gap={3} align="center">
            <Preview url={item.preview} />
            <Stack gap={1}>
              <p className={styles.name}>{item.name}</p>
              <State item={item} uploads={uploads} />
            </Stack>
            <IconButton
              label={isBusy([item]) ? PHOTO_TEXTS.cancelOne(item.name) : PHOTO_TEXTS.removeOne(item.name)}
              onClick={() => uploads.remove(item)}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </Grid>
        ))}
      </Grid>
      {ready.length > 0 && (
        <Row justify="end" paddingTop={4} className={styles.actions}>
          <Button variant="primary" onClick={uploads.start}>
            {PHOTO_TEXTS.upload(ready.length)}
          </Button>
        </Row>
      )}
    </Card>
  );
}

function Preview({ url }: { url: string | null }) {
  const [broken, setBroken] = useState(false);
  if (url === null || broken) return <span className={styles.preview} />;
  return (
    <img src={url} alt="" width={64} height={64} className={styles.preview} onError={() => setBroken(true)} />
  );
}

function State({ item, uploads }: { item: PhotoUpload; uploads: Uploads }) {
  const { state, part, error, isRejected, key, meta, name } = item;
  if (state === 'waiting') {
    return (
      <Text size={1} tone="quiet" tabular>
        {PHOTO_TEXTS.waiting}
      </Text>
    );
  }
  if (state === 'sending') {
    return (
      <>
        <Progress label={PHOTO_TEXTS.uploading(name)} part={part} />
        <Text size={1} tone="quiet" tabular>
          {part < 1 ? PHOTO_TEXTS.percent(Math.round(part * 100)) : PHOTO_TEXTS.finishing}
        </Text>
      </>
    );
  }
  return (
    <>
      <ErrorMessage text={error} />
      {!isRejected && (
        <input
          type="text"
          dir="auto"
          value={meta.caption}
          maxLength={LIMITS.photos.caption}
          aria-label={PHOTO_TEXTS.captionFor(name)}
          placeholder={PHOTO_TEXTS.captionHint}
          className={styles.caption}
          onChange={(event) => uploads.describe(key, event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && uploads.start()}
        />
      )}
    </>
  );
}
