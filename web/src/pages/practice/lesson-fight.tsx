import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import {
  beginLesson,
  FIRST_LESSON_LEVEL,
  LESSONS,
  type Lesson,
  lessonChance,
  lessonResult,
  movesOf,
} from '@rivalhold/shared/fights/lessons.ts';
import { type Bout, PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { levelBounds } from '@rivalhold/shared/levels/levels.ts';
import { FIRST_FIGHT_TEXTS } from '@rivalhold/shared/texts/first-fight.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { progressSteps } from '../../entities/stats/progress.ts';
import { matchupsQuery } from '../../features/combat/api.ts';
import { FairFights } from '../../features/combat/components/fair-fights.tsx';
import { LevelUp, XpProgress } from '../../features/combat/components/level-up.tsx';
import { RewardList } from '../../features/combat/components/reward-list.tsx';
import { opponentQuery } from '../../features/goals/api.ts';
import { lessonsQuery, sendLesson, teacherPortraitQuery } from '../../features/practice/api.ts';
import { lessonRival } from '../../features/practice/rival.ts';
import { useBout } from '../../features/practice/use-bout.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusMain } from '../../ui/focus-main.ts';
import { Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { PRACTICE_ID } from './bout-combat.ts';
import { BoutOutcome } from './bout-outcome.tsx';
import { BoutScreen } from './bout-screen.tsx';
import { FirstFight } from './first-fight.tsx';
import styles from './lesson-fight.module.css';

type LessonMoves = Parameters<typeof sendLesson>[0]['moves'];

/** Return what to do against the partner's next move. */
function hintFor(id: LessonId, prepared: Move | null): string | undefined {
  const hints: Partial<Record<Move, string>> = TEXTS.lesson[id].hints;
  return prepared ? hints[prepared] : undefined;
}

/**
 * Show a lesson. If it is the first lesson and the player can still earn its experience, show an invitation before it.
 */
export function LessonFight({ lesson }: { lesson: Lesson }) {
  const { data, isPending } = useQuery(lessonsQuery);
  const [isFirstFight, setFirstFight] = useState<boolean>();
  const [hasStarted, setStarted] = useState(false);
  if (isFirstFight === undefined && !isPending) {
    const state = data?.find(({ id }) => id === lesson.id);
    setFirstFight(lesson === LESSONS[0] && state !== undefined && !state.done && state.xp > 0);
  }
  if (isFirstFight === undefined) return null;
  const start = () => {
    setStarted(true);
    focusMain();
  };
  if (isFirstFight && !hasStarted) return <FirstFight onStart={start} />;
  return <Fight lesson={lesson} isFirstFight={isFirstFight} />;
}

type FightProps = { lesson: Lesson; isFirstFight: boolean };

/** Show the practice fight of a lesson, with a hint before each move. */
function Fight({ lesson, isFirstFight }: FightProps) {
  const { id: userId, username } = useUser();
  const partner = { id: PRACTICE_ID, username: TEXTS.teacher };
  const fight = useBout({
    begin: () => beginLesson(lesson, { id: userId, username }, partner),
    rival: () => lessonRival(lesson),
    chance: lessonChance,
  });
  const { bout, prepared, restart } = fight;
  const face = useQuery(teacherPortraitQuery).data;
  if (!bout) return null;
  const isOver = bout.state.status === 'over';
  return (
    <BoutScreen
      {...fight}
      bout={bout}
      face={face}
      coach={isOver ? undefined : hintFor(lesson.id, prepared)}
      ending={() => (
        <LessonOutcome lesson={lesson} bout={bout} isFirstFight={isFirstFight} onAgain={restart} />
      )}
    />
  );
}

type OutcomeProps = FightProps & { bout: Bout; onAgain: () => void };

/** Show the result of a lesson. Send a completed lesson to the server, which pays a reward the first time. */
function LessonOutcome({ lesson, bout, isFirstFight, onAgain }: OutcomeProps) {
  const { id: userId } = useUser();
  const result = lessonResult(lesson, bout);
  const saving = useMutation({
    mutationFn: sendLesson,
    onSuccess: ({ lessons, xp }) => {
      queryClient.setQueryData(lessonsQuery.queryKey, lessons);
      if (xp === 0) return;
      for (const { queryKey } of [gameQuery(userId), profileQuery(userId), matchupsQuery, opponentQuery])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const failure = useErrorText(saving.error, TEXTS.saveFailed);
  const save = useEffectEvent(() => {
    if (result === 'learned') saving.mutate({ id: lesson.id, moves: movesOf(bout) as LessonMoves });
  });
  useEffect(() => save(), []);
  const { missed } = TEXTS.lesson[lesson.id];
  const { paid = 0, xp = 0 } = saving.data ?? {};
  const isVictory = isFirstFight && result === 'learned';
  const learnedText = isVictory ? FIRST_FIGHT_TEXTS.wonText : TEXTS.learnedText;
  const text = { learned: learnedText, won: missed, lost: TEXTS.lost, open: '' }[result];
  const title = isVictory ? FIRST_FIGHT_TEXTS.won : TEXTS.learned;
  return (
    <>
      <BoutOutcome
        won={result !== 'lost'}
        title={result === 'learned' ? title : undefined}
        name={bout.setup.defender.username}
        text={text}
        onAgain={isVictory ? null : onAgain}
        action={result === 'learned' && <NextStep lesson={lesson} isFirstFight={isFirstFight} />}
      >
        <Stack
          role="status"
          gap={2}
          justify="center"
          className={result === 'learned' ? styles.rewards : undefined}
        >
          {saving.isPending && <Text tone="quiet">{TEXTS.saving}</Text>}
          <RewardList rewards={{ coins: paid, xp }} />
          {xp > 0 && <LevelUp level={FIRST_LESSON_LEVEL} />}
        </Stack>
        {xp > 0 && <XpProgress steps={stepsOf(xp)} />}
        {saving.isError && (
          <>
            <Text tone="danger" role="alert">
              {failure}
            </Text>
            <Button size="small" onClick={() => save()}>
              {TEXTS.retry}
            </Button>
          </>
        )}
      </BoutOutcome>
      {/* Wait until the lesson is saved, because the new level changes which opponents are fair. */}
      {isVictory && saving.isSuccess && <FairFights />}
    </>
  );
}

/** Return the states of the experience bar while the experience of the first lesson is added. */
const stepsOf = (xp: number) => {
  const level = FIRST_LESSON_LEVEL - 1;
  return progressSteps({ level, experience: levelBounds(level).upper - xp }, xp);
};

/** Link to the next lesson or, after the last lesson, to the easiest partner. */
function NextStep({ lesson, isFirstFight }: FightProps) {
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const [partner] = PARTNER_IDS;
  return (
    <>
      <ButtonLink
        to="/practice"
        search={next ? { lesson: next.id } : { partner: partner! }}
        variant={isFirstFight ? 'secondary' : 'primary'}
      >
        {next ? TEXTS.next(TEXTS.lesson[next.id].title) : TEXTS.fightWith(TEXTS.partner[partner!].name)}
      </ButtonLink>
      {isFirstFight && <ButtonLink to="/dashboard">{FIRST_FIGHT_TEXTS.toDashboard}</ButtonLink>}
    </>
  );
}
