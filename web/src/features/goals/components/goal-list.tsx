import type { Goal, GoalId, Goals } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import { localTimeZone } from '../../../lib/local-time-zone.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { goalsQuery } from '../api.ts';
import styles from './goal-list.module.css';
import { GoalRow } from './goal-row.tsx';
import { Streak } from './streak.tsx';

const placeholder = (goal: GoalId, period: Goal['period']): Goal => ({
  goal,
  period,
  startsOn: period,
  target: 1,
  progress: 0,
  coins: 1,
  state: 'open',
});
/** Stand-in goals until the real goals load. Their invisible text gives the rows the right height in any font. */
const PLACEHOLDER: Pick<Goals, 'goals' | 'streak'> = {
  goals: [
    ...(['fight-2', 'win-1', 'post-1'] as const).map((goal) => placeholder(goal, 'day')),
    placeholder('week-days-5', 'week'),
  ],
  streak: { days: 0, today: false, freezeLeft: true, frozen: false, lost: 0 },
};

/** Delay (ms) before reading the time zone. Some browsers read it slowly, so let the page load first. */
const TIME_ZONE_DELAY_MS = 4_000;

/**
 * Send the browser's time zone if the server has stored another time zone for this player. If there is no connection,
 * or the player leaves the page first, a later visit sends the time zone.
 */
function useTimeZone(stored: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api('PUT /api/goals/time-zone', { body: { timeZone } }),
    onSuccess: (goals) => client.setQueryData(goalsQuery.queryKey, goals),
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const timeZone = localTimeZone();
      if (stored && timeZone !== stored) mutate(timeZone);
    }, TIME_ZONE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [stored, mutate]);
}

/** Show the streak, the goals of the day and the week, and unclaimed goals of earlier days and weeks. */
export function GoalList() {
  const { data, error, refetch } = useQuery(goalsQuery);
  useTimeZone(data?.timeZone);
  const container = useRestoreFocus<HTMLDivElement>(data?.goals.map(({ state }) => state).join());
  if (error && !data) return <Failure message={TEXTS.notLoaded} retry={() => void refetch()} />;
  const { goals, streak } = data ?? PLACEHOLDER;
  const daily = goals.filter(({ period }) => period === 'day');
  const today = daily.at(-1)?.startsOn;
  const week = goals.findLast(({ period }) => period === 'week')?.startsOn;
  const isCurrent = ({ period, startsOn }: Goal) => startsOn === (period === 'day' ? today : week);
  return (
    <Stack
      gap={3}
      ref={container}
      tabIndex={data && -1}
      className={clsx(!data && styles.loading)}
      aria-hidden={!data}
    >
      <Streak streak={streak} isFinished={daily.every(({ state }) => state === 'claimed')} />
      <Part title={TEXTS.earlier} goals={goals.filter((goal) => !isCurrent(goal))} />
      <Part title={TEXTS.daily} goals={daily.filter(isCurrent)} />
      <Part title={TEXTS.weekly} goals={goals.filter((goal) => goal.period === 'week' && isCurrent(goal))} />
    </Stack>
  );
}

function Part({ title, goals }: { title: string; goals: readonly Goal[] }) {
  if (goals.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={UI_TEXTS.actionFor(TEXTS.goals, title)}>
      <Text as="h3" size={1} tone="quiet" weight="medium">
        {title}
      </Text>
      <Stack as="ul" gap={2}>
        {goals.map((goal) => (
          <GoalRow key={`${goal.startsOn} ${goal.goal}`} goal={goal} />
        ))}
      </Stack>
    </Stack>
  );
}
