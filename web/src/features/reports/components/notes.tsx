import type { ReportDetails } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import type { RefObject } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { unsentText, useDraft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useReportAction } from '../use-report-action.ts';
import { QuotedLine } from './background.tsx';
import styles from './reports.module.css';

const EMPTY = { text: '' };

type NotesProps = {
  id: number;
  notes: ReportDetails['notes'];
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called when the staff member presses Escape in the field. */
  onLeave: () => void;
};

/** Show the notes of staff about a report, and a field to add a note. */
export function Notes({ id, notes, field, onLeave }: NotesProps) {
  const [{ text }, write] = useDraft(useUser().id, `report:note:${id}`, EMPTY);
  const { run, busy, error, setError } = useReportAction(id, (action) =>
    write((now) => ({ text: unsentText(now.text, action.text ?? '') })),
  );
  const note = text.trim();
  const isReady = note.length > 0 && note.length <= LIMITS.staffNote;
  const send = () => {
    if (isReady) run({ action: 'note', text: note });
  };
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop className={styles.part}>
      <h3>{REPORT_QUEUE_TEXTS.notes}</h3>
      {notes.length === 0 ? (
        <p className={staff.text}>{REPORT_QUEUE_TEXTS.notesEmpty}</p>
      ) : (
        <Stack as="ul" gap={2}>
          {notes.map((note) => (
            <QuotedLine key={note.id} author={note.author} text={note.text} time={note.createdAt} />
          ))}
        </Stack>
      )}
      <StaffForm onSend={send}>
        <TextArea
          ref={field}
          label={REPORT_QUEUE_TEXTS.note}
          placeholder={REPORT_QUEUE_TEXTS.note}
          limit={LIMITS.staffNote}
          countFrom={LIMITS.staffNote * 0.9}
          value={text}
          error={error}
          onChange={(event) => {
            write({ text: event.target.value });
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onLeave();
            onSendKeys(send)(event);
          }}
        />
        <Row wrap gap={3} rowGap={2}>
          <Button type="submit" size="small" busy={busy} aria-disabled={!isReady || undefined}>
            {REPORT_QUEUE_TEXTS.addNote}
          </Button>
        </Row>
      </StaffForm>
    </Stack>
  );
}
