import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import type { ReportKind, ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { OUTCOME_TEXTS, QUEUE_TEXTS, RESOLVE_PRESETS } from '@rivalhold/shared/texts/report-queue.ts';
import { type RefObject, useId, useState } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { Presets } from '../../../entities/staff/presets.tsx';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import {
  DurationField,
  fromLocal,
  inAWeek,
  Stands,
  type Until,
  UntilField,
  useStandsOf,
} from '../../moderation/index.ts';
import type { Act } from '../api.ts';
import styles from './reports.module.css';

export type Outcome = ReportOutcome;
/** What comes with no other sign than its reason. */
const TELLS: readonly Outcome[] = ['warn', 'suspend'];
const SANCTIONS: Partial<Record<Outcome, 'mute' | 'suspension'>> = { mute: 'mute', suspend: 'suspension' };
const OUTCOMES = Object.keys(OUTCOME_TEXTS) as Outcome[];

/** What can come of a report: a fight stays, and what is said on a profile is for its author and admins to delete. */
export const outcomesOf = (kind: ReportKind, role: Role): readonly Outcome[] =>
  kind === 'fight' || (kind === 'profileComment' && role !== 'admin')
    ? OUTCOMES.filter((outcome) => outcome !== 'delete')
    : OUTCOMES;

type ResolveFormProps = {
  /** Name of the reported. */
  name: string;
  outcomes: readonly Outcome[];
  outcome: Outcome;
  onOutcome: (outcome: Outcome) => void;
  /** Whether what was reported goes as well, where its author is told, muted or suspended. */
  alsoDelete: boolean;
  onAlsoDelete: (also: boolean) => void;
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Leaves the field. */
  onLeave: () => void;
  busy: boolean;
  /** Why the last try failed. */
  failure: string | null;
  onResolve: (act: Act) => void;
};

/** Resolves a report by one of five outcomes, with the words that the player is told. */
export function ResolveForm(props: ResolveFormProps) {
  const {
    name: reported,
    outcomes,
    outcome,
    onOutcome,
    alsoDelete,
    onAlsoDelete,
    text,
    onText,
    field,
    onLeave,
    busy,
    failure,
    onResolve,
  } = props;
  const name = useId();
  const [duration, setDuration] = useState<MuteDuration>('1d');
  const [until, setUntil] = useState<Until>(inAWeek);
  const [fault, setFault] = useState<string | null>(null);
  const [untilFault, setUntilFault] = useState(false);
  const stands = useStandsOf(reported, SANCTIONS[outcome] ?? null);
  const may = stands.refusal === null;
  const mayDelete = outcome !== 'delete' && outcome !== 'dismiss' && outcomes.includes('delete');
  const write = (next: string) => {
    onText(next);
    setFault(null);
  };
  /** What cannot be taken back, or ends what a player is doing, is asked about once. */
  const isMeant = async (): Promise<boolean> => {
    const title = QUEUE_TEXTS.questions[outcome];
    return title === null || confirm({ title, confirm: OUTCOME_TEXTS[outcome].deed, danger: true });
  };
  const resolve = async () => {
    if (!may || busy) return;
    const words = text.trim();
    const end = until === null ? null : fromLocal(until, Date.now());
    const isTimeless = outcome === 'suspend' && until !== null && end === null;
    setUntilFault(isTimeless);
    if (words === '' && TELLS.includes(outcome)) return void setFault(QUEUE_TEXTS.needed);
    if (words.length > LIMITS.staffReason) return void setFault(QUEUE_TEXTS.tooLong);
    if (isTimeless || !(await isMeant())) return;
    onResolve({
      act: 'resolve',
      outcome,
      text: words || null,
      ...(outcome === 'mute' && { duration }),
      ...(outcome === 'suspend' && { until: end }),
      ...(mayDelete && alsoDelete && { alsoDelete }),
    });
  };
  return (
    <section className={styles.part}>
      <h3>{QUEUE_TEXTS.resolveTitle}</h3>
      <DeskForm onSend={() => void resolve()}>
        <fieldset data-outcomes="" className={styles.outcomes}>
          <legend>{QUEUE_TEXTS.outcome}</legend>
          {outcomes.map((one) => (
            <label key={one} className={styles.outcome}>
              <input type="radio" name={name} checked={one === outcome} onChange={() => onOutcome(one)} />
              {OUTCOME_TEXTS[one].deed}
            </label>
          ))}
        </fieldset>
        <p className={desk.text}>{OUTCOME_TEXTS[outcome].meaning}</p>
        <Stands {...stands} />
        {outcome === 'mute' && may && <DurationField value={duration} onChange={setDuration} />}
        {outcome === 'suspend' && may && (
          <UntilField
            value={until}
            fault={untilFault}
            onChange={(next) => {
              setUntil(next);
              setUntilFault(false);
            }}
          />
        )}
        <TextArea
          ref={field}
          label={outcome === 'dismiss' ? QUEUE_TEXTS.toldNote : QUEUE_TEXTS.told}
          placeholder={outcome === 'dismiss' ? QUEUE_TEXTS.toldNote : QUEUE_TEXTS.told}
          limit={LIMITS.staffReason}
          countFrom={1}
          value={text}
          error={fault}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onLeave();
            onSendKeys(() => void resolve())(event);
          }}
        />
        {may && mayDelete && (
          <label className={styles.also}>
            <input
              type="checkbox"
              checked={alsoDelete}
              onChange={(event) => onAlsoDelete(event.target.checked)}
            />
            {QUEUE_TEXTS.alsoDelete}
          </label>
        )}
        {may && (
          <>
            <Presets
              label={QUEUE_TEXTS.presets}
              texts={RESOLVE_PRESETS[outcome]}
              written={text}
              onPick={write}
            />
            <div className={desk.deeds}>
              <Button type="submit" variant={outcome === 'dismiss' ? 'primary' : 'danger'} busy={busy}>
                {QUEUE_TEXTS.resolve}
              </Button>
              <Fault text={failure} />
            </div>
          </>
        )}
      </DeskForm>
    </section>
  );
}
