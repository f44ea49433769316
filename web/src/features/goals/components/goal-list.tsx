import type { Goal } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { useQuery } from '@tanstack/react-query';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { goalsQuery } from '../api.ts';
import { useTimeZone } from '../use-time-zone.ts';
import { GoalRow } from './goal-row.tsx';
import { Streak } from './streak.tsx';

/** Show the streak, and the goals of the day and the week. */
export function GoalList() {
  const { data, error, refetch } = useQuery(goalsQuery);
  useTimeZone(data?.timeZone);
  const container = useRestoreFocus<HTMLDivElement>(data?.goals.map(({ state }) => state).join());
  if (!data) {
    if (error) return <Failure message={TEXTS.notLoaded} retry={() => void refetch()} />;
    return <Skeleton height="18.25rem" />;
  }
  const { goals, streak } = data;
  const daily = goals.filter(({ period }) => period === 'day');
  const today = daily.at(-1)?.startsOn;
  const week = goals.findLast(({ period }) => period === 'week')?.startsOn;
  const isCurrent = ({ period, startsOn }: Goal) => startsOn === (period === 'day' ? today : week);
  const isFinished = goals.every((goal) => goal.state === 'claimed' || goal.period === 'week');
  return (
    <Stack gap={3} ref={container} tabIndex={-1}>
      <Streak streak={streak} />
      <Part title={TEXTS.earlier} goals={goals.filter((goal) => !isCurrent(goal))} />
      <Part title={TEXTS.daily} goals={daily.filter(isCurrent)} note={isFinished ? TEXTS.allClaimed : null} />
      <Part title={TEXTS.weekly} goals={goals.filter((goal) => goal.period === 'week' && isCurrent(goal))} />
    </Stack>
  );
}

type PartProps = { title: string; goals: readonly Goal[]; note?: string | null };

function Part({ title, goals, note = null }: PartProps) {
  if (goals.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={`${TEXTS.goals}: ${title}`}>
      <Text as="h3" size={1} tone="quiet" weight="medium">
        {title}
      </Text>
      <Stack as="ul" gap={2}>
        {goals.map((goal) => (
          <GoalRow key={`${goal.startsOn} ${goal.goal}`} goal={goal} />
        ))}
      </Stack>
      {note !== null && (
        <Text size={1} tone="quiet">
          {note}
        </Text>
      )}
    </Stack>
  );
}
