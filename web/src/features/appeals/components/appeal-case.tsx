import type { AppealCase as Case } from '@rivalhold/shared/contract/appeals.ts';
import type { AppealOutcome } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ANSWER_TEXTS, APPEAL_QUEUE_TEXTS as TEXTS } from '@rivalhold/shared/texts/appeal-queue.ts';
import { APPEAL_OUTCOME_TEXTS, DECISION_TEXTS } from '@rivalhold/shared/texts/decisions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { DecisionFacts } from '../../decisions/index.ts';
import { parseLocalInput, toLocalInput } from '../../moderation/index.ts';
import { APPEALS_KEY, answerAppeal } from '../api.ts';
import styles from './appeals.module.css';

/** Show an appeal with the decision that it contests, and the form for the answer. */
export function AppealCase({ entry }: { entry: Case }) {
  const { decision, player, decidedBy, answeredBy, refusal } = entry;
  const { appeal } = decision;
  if (!appeal) return null;
  const { outcome } = appeal;
  return (
    <Surface as="article" gap={4} padding={4} border radius={3} shadow={1}>
      <Stack as="header" gap={1}>
        {/* The single-key shortcuts of the queue focus this heading. */}
        <h2 tabIndex={-1} data-appeal={entry.id} className={staff.untrusted}>
          {TEXTS.decision(decision, player.username)}
        </h2>
        <Meta as="p">
          <RelativeTime time={decision.createdAt} />
          <span>{decidedBy === null ? TEXTS.byOperator : TEXTS.by(decidedBy)}</span>
          <span>
            <SentenceText parts={TEXTS.appealed(<RelativeTime time={appeal.createdAt} />)} />
          </span>
          {outcome && (
            <Tag tone="text" weight="medium">
              {TEXTS.answeredBy(APPEAL_OUTCOME_TEXTS[outcome], answeredBy)}
            </Tag>
          )}
        </Meta>
      </Stack>
      <DecisionFacts decision={decision} />
      <Stack gap={2}>
        <h3>{TEXTS.appeal}</h3>
        <blockquote className={styles.quote} dir="auto">
          {appeal.text}
        </blockquote>
      </Stack>
      {outcome ? (
        <Stack gap={2}>
          <h3>{DECISION_TEXTS.answer}</h3>
          <blockquote className={styles.quote} dir="auto">
            {appeal.answer}
          </blockquote>
          {appeal.restored === false && <p className={staff.text}>{DECISION_TEXTS.notRestored}</p>}
        </Stack>
      ) : refusal === null ? (
        <AnswerForm entry={entry} />
      ) : (
        <p className={staff.text}>{refusal}</p>
      )}
    </Surface>
  );
}

const OUTCOMES = Object.keys(ANSWER_TEXTS) as AppealOutcome[];
const WEEK_MS = 7 * 24 * 3_600_000;
type Answer = { outcome: AppealOutcome; answer: string; until: string | null };

function AnswerForm({ entry }: { entry: Case }) {
  const { id, decision, player, asSoleAdmin } = entry;
  const { kind, endsAt, endedAt } = decision;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<AppealOutcome>('upheld');
  const [until, setUntil] = useState(() =>
    toLocalInput(Math.min(serverNow() + WEEK_MS, (endsAt ? Date.parse(endsAt) : Infinity) - 60_000)),
  );
  const [text, setText] = useState('');
  const [untilError, setUntilError] = useState(false);
  const isChangeable = useEachSecond(
    (now) => kind !== 'removal' && endedAt === null && (endsAt === null || Date.parse(endsAt) > now),
  );
  const { run, busy, error, setError } = useStaffAction({
    call: (answer: Answer) => answerAppeal(id, answer),
    successText: (_reply, answer) => TEXTS.sent(answer.outcome, player.username),
    errorText: TEXTS.sendFailed,
    onDone: () => {
      // Move the focus, because the form is removed with its row.
      if (form.current) moveFocusFromRow(form.current);
      void client.invalidateQueries({ queryKey: APPEALS_KEY });
    },
  });
  const send = () => {
    const answer = text.trim();
    const end = outcome === 'changed' ? parseLocalInput(until, serverNow()) : null;
    const isEndWrong = outcome === 'changed' && (end === null || (endsAt !== null && end >= endsAt));
    setUntilError(isEndWrong);
    if (answer === '') setError(TEXTS.answerNeeded);
    else if (answer.length > LIMITS.staffReason) setError(TEXTS.tooLong);
    else if (!isEndWrong && !busy) run({ outcome, answer, until: end });
  };
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop>
      <h3>{TEXTS.answerAppeal}</h3>
      {asSoleAdmin && <p className={staff.text}>{TEXTS.asSoleAdmin}</p>}
      <StaffForm ref={form} onSend={send}>
        <RadioGroup
          legend={TEXTS.outcome}
          variant="button"
          options={OUTCOMES.filter((option) => option !== 'changed' || isChangeable).map((option) => ({
            value: option,
            label: ANSWER_TEXTS[option].action,
          }))}
          value={outcome}
          onChange={setOutcome}
        />
        <p className={staff.text}>{ANSWER_TEXTS[outcome].meaning}</p>
        {outcome === 'changed' && (
          <Field
            label={TEXTS.until}
            type="datetime-local"
            min={toLocalInput(serverNow())}
            max={endsAt === null ? undefined : toLocalInput(Date.parse(endsAt))}
            value={until}
            error={untilError ? TEXTS.untilNeeded : undefined}
            onChange={(event) => {
              setUntil(event.target.value);
              setUntilError(false);
            }}
          />
        )}
        <TextArea
          label={TEXTS.answer}
          placeholder={TEXTS.answer}
          limit={LIMITS.staffReason}
          countFrom={1}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={onSendKeys(send)}
        />
        <Row wrap gap={3} rowGap={2}>
          <Button type="submit" variant="primary" busy={busy}>
            {TEXTS.send}
          </Button>
        </Row>
      </StaffForm>
    </Stack>
  );
}
