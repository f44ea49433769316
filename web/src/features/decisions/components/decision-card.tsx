import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import {
  APPEAL_OUTCOME_TEXTS,
  decisionTitle,
  DECISION_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import type { ReactNode } from 'react';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Card } from '../../../ui/card.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { DecisionFacts } from './decision-facts.tsx';

type DecisionCardProps = {
  decision: Decision;
  /** The form of an appeal, which is shown while an appeal is possible. */
  form: ReactNode;
};

/** Show a decision to the player it affects, with the appeal and the answer. */
export function DecisionCard({ decision, form }: DecisionCardProps) {
  const { kind, createdAt, endsAt, endedAt, appealUntil, appeal } = decision;
  const isOver = useEachSecond((now) => endedAt !== null || (endsAt !== null && Date.parse(endsAt) <= now));
  const isTooLate = useEachSecond((now) => Date.parse(appealUntil) < now);
  // Restore the focus, because sending an appeal removes its form.
  const container = useRestoreFocus<HTMLElement>(String(appeal === null), 'heading');
  return (
    <Card
      ref={container}
      title={decisionTitle(decision)}
      action={
        <Tag border={isOver ? 'strong' : 'danger'} tone={isOver ? 'quiet' : 'danger'} weight="medium">
          {isOver ? TEXTS.over : TEXTS.active}
        </Tag>
      }
    >
      <Stack gap={4}>
        <Text size={1} tone="quiet">
          <SentenceText parts={TEXTS.decided(<DateTime time={createdAt} />)} />
          {endedAt !== null && (
            <>
              {' · '}
              <SentenceText
                parts={(kind === 'removal' ? TEXTS.restored : TEXTS.endedEarly)(<DateTime time={endedAt} />)}
              />
            </>
          )}
        </Text>
        <DecisionFacts decision={decision} />
        {appeal ? (
          <AppealState appeal={appeal} />
        ) : isTooLate ? (
          <Text size={1} tone="quiet">
            {TEXTS.tooLate}
          </Text>
        ) : (
          form
        )}
      </Stack>
    </Card>
  );
}

function AppealState({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { text, outcome, answer, answeredAt, bySoleAdmin, restored } = appeal;
  return (
    <Stack gap={3} paddingTop={4} borderTop>
      <Row gap={3} wrap rowGap={1}>
        <h3>{TEXTS.yourAppeal}</h3>
        <Tag tone={outcome ? 'text' : 'quiet'} weight="medium">
          {outcome ? APPEAL_OUTCOME_TEXTS[outcome] : TEXTS.waiting}
        </Tag>
      </Row>
      <Text wrap="anywhere" dir="auto">
        {text}
      </Text>
      {outcome && (
        <Stack gap={1} padding={3} fill={2} radius={2}>
          <Text size={1} tone="quiet">
            {TEXTS.answer}
            {answeredAt && (
              <>
                {' · '}
                <DateTime time={answeredAt} />
              </>
            )}
          </Text>
          <Text wrap="anywhere" dir="auto">
            {answer}
          </Text>
          {restored !== null && <p>{restored ? TEXTS.restoredContent : TEXTS.notRestored}</p>}
          {bySoleAdmin && (
            <Text size={1} tone="quiet">
              {TEXTS.bySoleAdmin}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}
