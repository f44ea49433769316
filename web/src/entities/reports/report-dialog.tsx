import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { actOnce } from '../../lib/act-once.ts';
import { api } from '../../lib/api.ts';
import { faultOf } from '../../lib/errors.ts';
import { onSendKeys } from '../../lib/send-keys.ts';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { useUser } from '../session/index.ts';
import { reasonOf, roomFor } from './reason.ts';
import styles from './report-dialog.module.css';

type ReportDialogProps = { kind: ReportKind; id: number; open: boolean; onClose: () => void };

/** What is done in here is not for a viewer around it, which turns by keys and fingers; but it closes by its key. */
const keepInside = (event: SyntheticEvent) => {
  if (!('key' in event) || event.key !== 'Escape') event.stopPropagation();
};

/** Asks what is wrong with a thing, sends it, and says thanks. */
export function ReportDialog({ kind, id, open, onClose }: ReportDialogProps) {
  const [sent, setSent] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={sent ? REPORT_TEXTS.thanks : REPORT_TEXTS.title(kind)}
      description={sent ? REPORT_TEXTS.thanksText : REPORT_TEXTS.text}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only holds back what happens inside */}
      <div onKeyDown={keepInside} onPointerDown={keepInside}>
        {sent ? (
          <Thanks onClose={onClose} />
        ) : (
          <Form kind={kind} id={id} onClose={onClose} onSent={setSent} />
        )}
      </div>
    </Dialog>
  );
}

function Thanks({ onClose }: { onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // The button that sent it is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <DialogAnswers>
      <Button ref={done} variant="primary" onClick={onClose}>
        {REPORT_TEXTS.done}
      </Button>
    </DialogAnswers>
  );
}

const NOTHING: { chosen: string | null; written: string } = { chosen: null, written: '' };
type FormProps = { kind: ReportKind; id: number; onClose: () => void; onSent: (sent: true) => void };

function Form({ kind, id, onClose, onSent }: FormProps) {
  const name = useId();
  const [{ chosen, written }, setDraft] = useKeptDraft(useUser().id, `report:${kind}:${id}`, NOTHING);
  const [fault, setFault] = useState<string | null>(null);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const unchosen = fault === REPORT_TEXTS.choose;
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => {
      const body = { kind, id, reason };
      return actOnce(['report', body], (idempotencyKey) =>
        api('POST /api/reports', { body, idempotencyKey }),
      );
    },
    onSuccess: () => {
      setDraft(null);
      onSent(true);
    },
    onError: async (thrown) => setFault(await faultOf(thrown, REPORT_TEXTS.failed)),
  });
  const send = () => {
    if (isPending) return;
    const said = reasonOf(chosen, written);
    setFault('fault' in said ? said.fault : null);
    if (chosen === null) reasons.current?.querySelector('input')?.focus();
    if ('reason' in said) mutate(said.reason);
  };
  return (
    <form
      className={rhythm.stack4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset ref={reasons} className={styles.reasons}>
        <legend>{REPORT_TEXTS.question}</legend>
        <Fault text={unchosen ? fault : null} />
        {REPORT_TEXTS.reasons.map((reason) => (
          <label key={reason} className={styles.reason}>
            <input
              type="radio"
              name={name}
              value={reason}
              checked={chosen === reason}
              onChange={() => {
                setDraft({ chosen: reason });
                setFault(null);
              }}
            />
            {reason}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={REPORT_TEXTS.more}
        placeholder={REPORT_TEXTS.moreHint}
        limit={roomFor(chosen)}
        countFrom={1}
        error={unchosen ? null : fault}
        value={written}
        onChange={(event) => {
          setDraft({ written: event.target.value });
          setFault(null);
        }}
        onKeyDown={onSendKeys(send)}
      />
      <DialogAnswers>
        <Button onClick={onClose}>{REPORT_TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {REPORT_TEXTS.send}
        </Button>
      </DialogAnswers>
    </form>
  );
}
