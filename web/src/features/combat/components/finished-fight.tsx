import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { fightRecordQuery } from '../api.ts';
import styles from './fight-unavailable.module.css';
import { NextSteps } from './next-steps.tsx';
import { RewardList } from './reward-list.tsx';

type FinishedFightProps = { combatId: number; meId: number; opponentId: number; onAgain: () => void };

/** Show the outcome of a finished fight after a return or reload, without starting a new one unasked. */
export function FinishedFight({ combatId, meId, opponentId, onAgain }: FinishedFightProps) {
  const record = useQuery(fightRecordQuery(combatId)).data;
  const opponent = [record?.attacker, record?.defender].find((fighter) => fighter?.id === opponentId);
  const won = record?.winnerId === meId;
  const title = opponent
    ? won
      ? COMBAT_TEXTS.victoryOver(opponent.username)
      : COMBAT_TEXTS.defeatBy(opponent.username)
    : COMBAT_TEXTS.ended;
  return (
    <div className={styles.page}>
      <Text as="h1" size={4}>
        {COMBAT_TEXTS.title}
      </Text>
      <Card className={styles.card}>
        <div className={styles.state}>
          <Notice icon={won ? 'laurel-crown' : 'hourglass'} title={title} text={COMBAT_TEXTS.ended} />
          {won && record?.rewards && <RewardList rewards={record.rewards} />}
        </div>
        <Row gap={2} justify="center" wrap>
          <NextSteps combatId={combatId} opponentId={opponentId} onAgain={onAgain} />
        </Row>
      </Card>
    </div>
  );
}
