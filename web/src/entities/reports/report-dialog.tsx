import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { readErrorText } from '../../lib/errors.ts';
import { onSendKeys } from '../../lib/send-keys.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useUser } from '../session/index.ts';
import { buildReason, remainingLength } from './reason.ts';

type ReportDialogProps = { kind: ReportKind; id: number; open: boolean; onClose: () => void };

/**
 * Stop keys and gestures from reaching a photo or clip viewer around the dialog, because the viewer would switch to
 * another photo or clip. Only Escape passes, because it closes the dialog.
 */
const keepInside = (event: SyntheticEvent) => {
  if (!('key' in event) || event.key !== 'Escape') event.stopPropagation();
};

/** Show the form for a report, send the report, and thank the player. */
export function ReportDialog({ kind, id, open, onClose }: ReportDialogProps) {
  const [sent, setSent] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={sent ? REPORT_TEXTS.thanks : REPORT_TEXTS.title(kind)}
      description={sent ? REPORT_TEXTS.thanksText : REPORT_TEXTS.text}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stops events of its content */}
      <div onKeyDown={keepInside} onPointerDown={keepInside}>
        {sent ? (
          <ReportSent onClose={onClose} />
        ) : (
          <Form kind={kind} id={id} onClose={onClose} onSent={setSent} />
        )}
      </div>
    </Dialog>
  );
}

function ReportSent({ onClose }: { onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // Focus this button, because the button that had the focus was removed with the form.
  useEffect(() => done.current?.focus(), []);
  return (
    <DialogAnswers>
      <Button ref={done} variant="primary" onClick={onClose}>
        {REPORT_TEXTS.done}
      </Button>
    </DialogAnswers>
  );
}

const EMPTY_DRAFT: { chosen: string | null; written: string } = { chosen: null, written: '' };
type FormProps = { kind: ReportKind; id: number; onClose: () => void; onSent: (sent: true) => void };

function Form({ kind, id, onClose, onSent }: FormProps) {
  const [{ chosen, written }, setDraft] = useDraft(useUser().id, `report:${kind}:${id}`, EMPTY_DRAFT);
  const [error, setError] = useState<string | null>(null);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const isUnchosen = error === REPORT_TEXTS.choose;
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => {
      const body = { kind, id, reason };
      return withIdempotencyKey(['report', body], (idempotencyKey) =>
        api('POST /api/reports', { body, idempotencyKey }),
      );
    },
    onSuccess: () => {
      setDraft(null);
      onSent(true);
    },
    onError: async (thrown) => setError(await readErrorText(thrown, REPORT_TEXTS.failed)),
  });
  const send = () => {
    if (isPending) return;
    const result = buildReason(chosen, written);
    setError('error' in result ? result.error : null);
    if (chosen === null) reasons.current?.querySelector('input')?.focus();
    if ('reason' in result) mutate(result.reason);
  };
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RadioGroup
        ref={reasons}
        legend={REPORT_TEXTS.question}
        variant="row"
        options={REPORT_TEXTS.reasons.map((reason) => ({ value: reason, label: reason }))}
        value={chosen}
        error={isUnchosen ? error : null}
        onChange={(reason) => {
          setDraft({ chosen: reason });
          setError(null);
        }}
      />
      <TextArea
        label={REPORT_TEXTS.more}
        placeholder={REPORT_TEXTS.moreHint}
        limit={remainingLength(chosen)}
        countFrom={1}
        error={isUnchosen ? null : error}
        value={written}
        onChange={(event) => {
          setDraft({ written: event.target.value });
          setError(null);
        }}
        onKeyDown={onSendKeys(send)}
      />
      <DialogAnswers>
        <Button onClick={onClose}>{REPORT_TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {REPORT_TEXTS.send}
        </Button>
      </DialogAnswers>
    </Stack>
  );
}
