import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { otherSide } from '@rivalhold/shared/fights/fight.ts';
import type { FightReview as Review } from '@rivalhold/shared/fights/review.ts';
import { FIGHT_REVIEW_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-review.ts';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { startSparring } from '../../practice/index.ts';
import styles from './fight-review.module.css';

/** Review a fight in a worker. */
async function review({ id: fightId, ...record }: FightRecord): Promise<Review> {
  const { rulesVersion, attacker, defender, nonces, inputs, seed } = record;
  const sparring = startSparring();
  try {
    const setup = { fightId, rulesVersion, attacker, defender };
    return await sparring.ask('review', { setup, nonces, inputs, seed });
  } finally {
    sparring.close();
  }
}

type FightReviewProps = {
  record: FightRecord;
  /** The viewer's id. The chances are shown for the viewer or, for spectators, for the attacker. */
  meId: number;
};

/** Offer to review a finished fight: the chance to win after each exchange, turning points, and the effect of luck. */
export function FightReview({ record, meId }: FightReviewProps) {
  const reviewing = useMutation({ mutationFn: review, networkMode: 'always' });
  // Restore the focus, because the pressed button is removed.
  const card = useRestoreFocus<HTMLElement>(reviewing.status, 'heading');
  const start = () => {
    announce(TEXTS.running);
    reviewing.mutate(record);
  };
  return (
    <Card title={TEXTS.title} ref={card}>
      {reviewing.data ? (
        <Result record={record} meId={meId} review={reviewing.data} />
      ) : reviewing.isError ? (
        <Failure message={TEXTS.failed} retry={start} />
      ) : reviewing.isPending ? (
        <Stack aria-busy="true" className={styles.result}>
          <Text tone="quiet">{TEXTS.running}</Text>
          <SkeletonLines lines={8} />
        </Stack>
      ) : (
        <Stack gap={3} align="start">
          <Text tone="quiet">{TEXTS.intro}</Text>
          <Button onClick={start}>{TEXTS.start}</Button>
        </Stack>
      )}
    </Card>
  );
}

function Result({ record, meId, review }: FightReviewProps & { review: Review }) {
  const side = record.defender.id === meId ? 'defender' : 'attacker';
  const { username } = record[side];
  const isOwn = record[side].id === meId;
  // `review` contains the attacker's chances and gains, so convert them for a defender.
  const ofSide = (chance: number) => (side === 'attacker' ? chance : 1 - chance);
  const gain = (change: number) => (side === 'attacker' ? change : -change);
  const { exchanges, turningPoints, choices, luck, wasRead } = review;
  const chances = [exchanges[0]?.before ?? 0, ...exchanges.map(({ after }) => after)].map(ofSide);
  const other = record[otherSide(side)].username;
  const count = exchanges.length;
  const total = isOwn
    ? TEXTS.ownTotal(gain(choices), gain(luck))
    : TEXTS.total(username, gain(choices), gain(luck));
  useEffect(() => announce(total), [total]);
  return (
    <Stack gap={3} className={styles.result}>
      <Grid as="ol" columns={chances.length} gap={1} align="end" aria-label={TEXTS.chart(username)}>
        {chances.map((chance, exchange) => (
          <Stack
            as="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the exchange
            key={exchange}
            gap={1}
            align="center"
            size={1}
            tabular
            title={TEXTS.after(exchange, chance)}
          >
            <span className={styles.chance}>{TEXTS.chance(chance)}</span>
            <span
              className={clsx(styles.track, turningPoints.includes(exchange) && styles.turn)}
              aria-hidden="true"
            >
              <span style={{ blockSize: `${chance * 100}%` }} />
            </span>
            <Text as="span" tone="quiet">
              {exchange === 0 ? TEXTS.atStart : exchange}
            </Text>
          </Stack>
        ))}
      </Grid>
      <h3>{TEXTS.turningPoints}</h3>
      <Stack as="ul" gap={2}>
        {exchanges
          .filter(({ exchange }) => turningPoints.includes(exchange))
          .map((turn) => (
            <li key={turn.exchange}>
              <strong>{TEXTS.turningPoint(turn.exchange, ofSide(turn.before), ofSide(turn.after))}</strong>
              <Text size={1} tone="quiet">
                {TEXTS.parts(gain(turn.choices), gain(turn.luck))}
              </Text>
            </li>
          ))}
      </Stack>
      <p>{total}</p>
      <p>
        {isOwn ? TEXTS.youWereRead(wasRead[side], count) : TEXTS.wasRead(username, wasRead[side], count)}{' '}
        {TEXTS.wasRead(other, wasRead[otherSide(side)], count)}
      </p>
      <Text size={1} tone="quiet">
        {TEXTS.method}
      </Text>
    </Stack>
  );
}
