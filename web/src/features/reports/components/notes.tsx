import type { ReportFile } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import type { RefObject } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { unsentOf, useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { Button } from '../../../ui/button.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { useAct } from '../use-act.ts';
import { Said } from './background.tsx';
import styles from './reports.module.css';

const EMPTY = { text: '' };

type NotesProps = {
  id: number;
  notes: ReportFile['notes'];
  field: RefObject<HTMLTextAreaElement | null>;
  /** Leaves the field. */
  onLeave: () => void;
};

/** What staff tell each other about a report. */
export function Notes({ id, notes, field, onLeave }: NotesProps) {
  const [{ text }, write] = useKeptDraft(useUser().id, `report:note:${id}`, EMPTY);
  const { run, busy, fault, setFault } = useAct(id, (act) =>
    write((now) => ({ text: unsentOf(now.text, act.text ?? '') })),
  );
  const note = text.trim();
  const isReady = note.length > 0 && note.length <= LIMITS.staffNote;
  const send = () => {
    if (isReady) run({ act: 'note', text: note });
  };
  return (
    <section className={styles.part}>
      <h3>{QUEUE_TEXTS.notes}</h3>
      {notes.length === 0 ? (
        <p className={desk.text}>{QUEUE_TEXTS.notesEmpty}</p>
      ) : (
        <ul className={rhythm.stack2}>
          {notes.map((one) => (
            <Said key={one.id} author={one.author} text={one.text} time={one.createdAt} />
          ))}
        </ul>
      )}
      <DeskForm onSend={send}>
        <TextArea
          ref={field}
          label={QUEUE_TEXTS.note}
          placeholder={QUEUE_TEXTS.note}
          limit={LIMITS.staffNote}
          countFrom={LIMITS.staffNote * 0.9}
          value={text}
          error={fault}
          onChange={(event) => {
            write({ text: event.target.value });
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onLeave();
            onSendKeys(send)(event);
          }}
        />
        <div className={desk.deeds}>
          <Button type="submit" size="small" busy={busy} aria-disabled={!isReady || undefined}>
            {QUEUE_TEXTS.addNote}
          </Button>
        </div>
      </DeskForm>
    </section>
  );
}
