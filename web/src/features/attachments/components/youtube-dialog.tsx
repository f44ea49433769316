import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import { type SubmitEvent, useState } from 'react';
import { readErrorText } from '../../../lib/errors.ts';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { addYoutube } from '../uploads.ts';

type YoutubeDialogProps = { open: boolean; onClose: () => void; trayId: string };

/** Ask for the URL of a YouTube video. */
export function YoutubeDialog({ open, onClose, trayId }: YoutubeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={ATTACHMENT_TEXTS.youtubeTitle}>
      <UrlForm trayId={trayId} onDone={onClose} />
    </Dialog>
  );
}

function UrlForm({ trayId, onDone }: { trayId: string; onDone: () => void }) {
  const [url, setUrl] = useState('');
  const [errorText, setErrorText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the composer's form, so the submit event would bubble and submit that form,
    // too.
    event.stopPropagation();
    if (busy) return;
    const address = url.trim();
    if (!youtubeId(address)) return setErrorText(ATTACHMENT_TEXTS.youtubeInvalid);
    setBusy(true);
    try {
      await withIdempotencyKey(['youtube', trayId, address], (key) => addYoutube(trayId, address, key));
      onDone();
    } catch (error) {
      setErrorText(await readErrorText(error, ATTACHMENT_TEXTS.uploadFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack as="form" gap={6} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        type="url"
        inputMode="url"
        label={ATTACHMENT_TEXTS.youtubeUrl}
        placeholder="https://youtu.be/…"
        autoComplete="off"
        maxLength={500}
        value={url}
        error={errorText ?? undefined}
        onChange={(event) => {
          setErrorText(null);
          setUrl(event.target.value);
        }}
      />
      <Button type="submit" variant="primary" wide busy={busy}>
        {ATTACHMENT_TEXTS.youtubeAdd}
      </Button>
    </Stack>
  );
}
