import type { Goals } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { clsx } from 'clsx';
import { Snowflake } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './streak.module.css';

function hintOf({ days, today, frozen, freezeLeft, lost }: Goals['streak'], isFinished: boolean): string {
  if (isFinished) return TEXTS.allClaimed;
  if (lost > 0) return TEXTS.streakLost(lost);
  if (days === 0) return TEXTS.streakStart;
  if (today) return TEXTS.streakDone;
  if (frozen) return `${TEXTS.streakFrozen} ${TEXTS.streakOpen}`;
  return freezeLeft ? `${TEXTS.streakOpen} ${TEXTS.freezeLeft}` : TEXTS.streakOpen;
}

type StreakProps = {
  streak: Goals['streak'];
  /** True if all daily goals are claimed. */
  isFinished: boolean;
};

/** Show the player's streak with a hint, for example about how to keep it. */
export function Streak({ streak, isFinished }: StreakProps) {
  const { days, today, frozen, lost } = streak;
  const isFrozen = frozen && !today;
  return (
    <Row
      as="p"
      gap={3}
      leading="snug"
      className={clsx(styles.streak, days > 0 && styles.lit, isFrozen && styles.frozen)}
    >
      <span className={styles.flame} aria-hidden="true">
        {isFrozen ? <Snowflake size={20} /> : <Icon name="campfire" size="1.5rem" />}
      </span>
      <Stack as="span">
        <Text as="strong" display>
          {days > 0 ? TEXTS.streak(days) : lost > 0 ? TEXTS.streakEnded : TEXTS.noStreak}
        </Text>
        <Text as="span" size={1} tone="quiet">
          {hintOf(streak, isFinished)}
        </Text>
      </Stack>
    </Row>
  );
}
