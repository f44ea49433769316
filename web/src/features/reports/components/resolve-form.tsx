import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import type { ReportKind, ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  REPORT_OUTCOME_TEXTS,
  REPORT_QUEUE_TEXTS,
  RESOLVE_PRESETS,
} from '@rivalhold/shared/texts/report-queue.ts';
import { type RefObject, useState } from 'react';
import { Presets } from '../../../entities/staff/presets.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { RuleField } from '../../../ui/reason-fields.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import {
  DurationField,
  oneWeekFromNow,
  parseLocalInput,
  SanctionNote,
  type Until,
  UntilField,
  useActiveSanctionByName,
} from '../../moderation/index.ts';
import type { ReportAction } from '../api.ts';
import styles from './reports.module.css';

export type Outcome = ReportOutcome;
/** Outcomes for which the server requires a reason. */
const REASON_REQUIRED: readonly Outcome[] = ['warn', 'suspend'];
const SANCTIONS: Partial<Record<Outcome, 'mute' | 'suspension'>> = { mute: 'mute', suspend: 'suspension' };
const OUTCOMES = Object.keys(REPORT_OUTCOME_TEXTS) as Outcome[];

/** Return the possible outcomes. A fight cannot be deleted, and only admins can delete a profile comment. */
export const outcomesOf = (kind: ReportKind, role: Role): readonly Outcome[] =>
  kind === 'fight' || (kind === 'profileComment' && role !== 'admin')
    ? OUTCOMES.filter((outcome) => outcome !== 'delete')
    : OUTCOMES;

type ResolveFormProps = {
  /** Name of the reported player. */
  name: string;
  outcomes: readonly Outcome[];
  outcome: Outcome;
  onOutcome: (outcome: Outcome) => void;
  /** True to also delete the content when its author is warned, muted or suspended. */
  alsoDelete: boolean;
  onAlsoDelete: (also: boolean) => void;
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called when the staff member presses Escape in the field. */
  onLeave: () => void;
  busy: boolean;
  /** Error text of the last attempt. */
  failure: string | null;
  onResolve: (action: ReportAction) => void;
};

/** Resolve a report with an outcome and a message to the player or, for a dismissal, a note for staff. */
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
  const [rule, setRule] = useState<Rule>('other');
  const [duration, setDuration] = useState<MuteDuration>('1d');
  const [until, setUntil] = useState<Until>(oneWeekFromNow);
  const [error, setError] = useState<string | null>(null);
  const [untilError, setUntilError] = useState(false);
  const sanction = useActiveSanctionByName(reported, SANCTIONS[outcome] ?? null);
  const isAllowed = sanction.refusal === null;
  const mayDelete = outcome !== 'delete' && outcome !== 'dismiss' && outcomes.includes('delete');
  /**
   * True if the outcome is a decision against the player, which must name the violated rule. A dismissal and a warning
   * without a deletion are not such decisions.
   */
  const namesRule = outcome !== 'dismiss' && (outcome !== 'warn' || (mayDelete && alsoDelete));
  const write = (next: string) => {
    onText(next);
    setError(null);
  };
  /** Ask for confirmation of a deletion or suspension; return whether to continue. */
  const confirmOutcome = async (): Promise<boolean> => {
    const title = REPORT_QUEUE_TEXTS.questions[outcome];
    return title === null || confirm({ title, confirm: REPORT_OUTCOME_TEXTS[outcome].action, danger: true });
  };
  const resolve = async () => {
    if (!isAllowed || busy) return;
    const trimmedText = text.trim();
    const end = until === null ? null : parseLocalInput(until, serverNow());
    const isEndMissing = outcome === 'suspend' && until !== null && end === null;
    setUntilError(isEndMissing);
    if (trimmedText === '' && REASON_REQUIRED.includes(outcome))
      return void setError(REPORT_QUEUE_TEXTS.needed);
    if (trimmedText.length > LIMITS.staffReason) return void setError(REPORT_QUEUE_TEXTS.tooLong);
    if (isEndMissing || !(await confirmOutcome())) return;
    onResolve({
      action: 'resolve',
      outcome,
      text: trimmedText || null,
      ...(namesRule && { rule }),
      ...(outcome === 'mute' && { duration }),
      ...(outcome === 'suspend' && { until: end }),
      ...(mayDelete && alsoDelete && { alsoDelete }),
    });
  };
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop className={styles.part}>
      <h3>{REPORT_QUEUE_TEXTS.resolveTitle}</h3>
      <StaffForm onSend={() => void resolve()}>
        <RadioGroup
          legend={REPORT_QUEUE_TEXTS.outcome}
          variant="button"
          options={outcomes.map((option) => ({
            value: option,
            label: REPORT_OUTCOME_TEXTS[option].action,
          }))}
          value={outcome}
          onChange={onOutcome}
          data-outcomes=""
        />
        <p className={staff.text}>{REPORT_OUTCOME_TEXTS[outcome].meaning}</p>
        <SanctionNote {...sanction} />
        {outcome === 'mute' && isAllowed && <DurationField value={duration} onChange={setDuration} />}
        {outcome === 'suspend' && isAllowed && (
          <UntilField
            value={until}
            error={untilError}
            onChange={(next) => {
              setUntil(next);
              setUntilError(false);
            }}
          />
        )}
        {isAllowed && namesRule && <RuleField value={rule} onChange={setRule} />}
        <TextArea
          ref={field}
          label={outcome === 'dismiss' ? REPORT_QUEUE_TEXTS.noteLabel : REPORT_QUEUE_TEXTS.playerMessage}
          placeholder={
            outcome === 'dismiss' ? REPORT_QUEUE_TEXTS.noteLabel : REPORT_QUEUE_TEXTS.playerMessage
          }
          limit={LIMITS.staffReason}
          countFrom={1}
          value={text}
          error={error}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onLeave();
            onSendKeys(() => void resolve())(event);
          }}
        />
        {isAllowed && mayDelete && (
          <Choice
            variant="small"
            checked={alsoDelete}
            onChange={(event) => onAlsoDelete(event.target.checked)}
          >
            {REPORT_QUEUE_TEXTS.alsoDelete}
          </Choice>
        )}
        {isAllowed && (
          <>
            <Presets
              label={REPORT_QUEUE_TEXTS.presets}
              texts={RESOLVE_PRESETS[outcome]}
              written={text}
              onPick={write}
            />
            <Row wrap gap={3} rowGap={2}>
              <Button type="submit" variant={outcome === 'dismiss' ? 'primary' : 'danger'} busy={busy}>
                {REPORT_QUEUE_TEXTS.resolve}
              </Button>
              <ErrorMessage text={failure} />
            </Row>
          </>
        )}
      </StaffForm>
    </Stack>
  );
}
