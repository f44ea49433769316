import type { Goal } from '@rivalhold/shared/contract/goals.ts';
import type { Count } from '@rivalhold/shared/goals/counts.ts';
import { goalRule } from '@rivalhold/shared/goals/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type CSSProperties, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useClaimGoal } from '../api.ts';
import styles from './goal-row.module.css';

const ICONS: Partial<Record<Count, IconName>> = {
  fights: 'crossed-swords',
  wins: 'trophy-cup',
  reads: 'dodging',
  likes: 'heart-plus',
  comments: 'scroll-unfurled',
  lobby: 'hunting-horn',
  posts: 'scroll-unfurled',
  replies: 'open-book',
  days: 'campfire',
  friends: 'shaking-hands',
};
/** The page on which a goal is completed. Goals that are completed on the dashboard or in a fight have no entry. */
const PAGES = { 'lobby-1': '/chat', 'reply-1': '/forum', 'week-friend-1': '/directory' } as const;
const pageOf = (goal: string): (typeof PAGES)[keyof typeof PAGES] | undefined =>
  PAGES[goal as keyof typeof PAGES];
const SPARKS = 8;

/** Show a goal with its progress and reward. */
export function GoalRow({ goal: item }: { goal: Goal }) {
  const { goal, progress, target, coins, state } = item;
  const claim = useClaimGoal();
  // Celebrate only a claim that is made while the goal is shown, not an earlier claim.
  const wasDone = useRef(state === 'done');
  wasDone.current ||= state === 'done';
  const page = state === 'open' ? pageOf(goal) : undefined;
  const name = TEXTS.names[goal];
  return (
    <li className={clsx(styles.row, styles[state])}>
      <span className={styles.emblem} aria-hidden="true">
        {state === 'open' ? (
          <Icon name={ICONS[goalRule(goal).count] ?? 'laurel-crown'} size="1.25rem" />
        ) : (
          <Check size={18} />
        )}
      </span>
      <Stack gap="half" leading="snug" className={styles.text}>
        {page ? <Link to={page}>{name}</Link> : <span>{name}</span>}
        {state === 'open' && (
          <Row as="span" gap={2} style={{ '--part': progress / target } as CSSProperties}>
            <span className={styles.track} aria-hidden="true" />
            <Text as="span" size={1} tone="quiet" tabular>
              {TEXTS.progress(progress, target)}
            </Text>
          </Row>
        )}
      </Stack>
      {state === 'done' ? (
        <Button
          variant="primary"
          size="small"
          className={styles.claim}
          aria-label={UI_TEXTS.actionFor(TEXTS.claim(coins), name)}
          busy={claim.isPending}
          onClick={() => claim.mutate(item)}
        >
          {TEXTS.claim(coins)}
        </Button>
      ) : (
        <Row
          as="span"
          inline
          gap={1}
          tone={state === 'open' ? 'gold' : 'quiet'}
          weight="medium"
          display
          tabular
        >
          <VisuallyHidden>{state === 'open' ? TEXTS.coins(coins) : TEXTS.isClaimed}</VisuallyHidden>
          <span aria-hidden="true">+{coins}</span>
          <Icon name="two-coins" />
        </Row>
      )}
      {state === 'claimed' && wasDone.current && (
        <span className={styles.sparks} aria-hidden="true">
          {Array.from({ length: SPARKS }, (_, spark) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sparks never change
            <i key={spark} style={{ '--turn': `${spark / SPARKS}turn` } as CSSProperties} />
          ))}
        </span>
      )}
    </li>
  );
}
