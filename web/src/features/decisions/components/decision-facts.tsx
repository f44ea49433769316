import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import { decisionEffect, DECISION_TEXTS as TEXTS } from '@rivalhold/shared/texts/decisions.ts';
import { RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';

/** Show the rule, the reason, the effect and the end of a decision. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { kind, rule, reason, excerpt, endsAt } = decision;
  return (
    <Facts rowGap={2} stackOn="phone">
      <Fact name={TEXTS.rule}>{RULE_TEXTS[rule]}</Fact>
      <Fact name={TEXTS.reason}>{reason ? <bdi>{reason}</bdi> : TEXTS.noReason}</Fact>
      {excerpt && (
        <Fact name={TEXTS.removedText}>
          <bdi>{excerpt}</bdi>
        </Fact>
      )}
      <Fact name={TEXTS.effect}>{decisionEffect(decision)}</Fact>
      {kind !== 'removal' && (
        <Fact name={TEXTS.ends}>{endsAt === null ? TEXTS.never : <DateTime time={endsAt} />}</Fact>
      )}
    </Facts>
  );
}
