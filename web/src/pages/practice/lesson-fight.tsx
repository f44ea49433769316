import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import {
  beginLesson,
  LESSONS,
  type Lesson,
  lessonChance,
  lessonResult,
  movesOf,
} from '@rivalhold/shared/fights/lessons.ts';
import { type Bout, PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { lessonsQuery, sendLesson } from '../../features/practice/api.ts';
import { lessonRival } from '../../features/practice/rival.ts';
import { useBout } from '../../features/practice/use-bout.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Text } from '../../ui/text.tsx';
import { PRACTICE_ID } from './bout-combat.ts';
import { BoutOutcome } from './bout-outcome.tsx';
import { BoutScreen } from './bout-screen.tsx';

type LessonMoves = Parameters<typeof sendLesson>[0]['moves'];

/** Return what to do against the partner's next move. */
function hintFor(id: LessonId, prepared: Move | null): string | undefined {
  const hints: Partial<Record<Move, string>> = TEXTS.lesson[id].hints;
  return prepared ? hints[prepared] : undefined;
}

/** Show the practice fight of a lesson, with a hint before each move. */
export function LessonFight({ lesson }: { lesson: Lesson }) {
  const { id: userId, username } = useUser();
  const partner = { id: PRACTICE_ID, username: TEXTS.teacher };
  const fight = useBout({
    begin: () => beginLesson(lesson, { id: userId, username }, partner),
    rival: () => lessonRival(lesson),
    chance: lessonChance,
  });
  const { bout, prepared, restart } = fight;
  if (!bout) return null;
  const isOver = bout.state.status === 'over';
  const ending = isOver ? <LessonOutcome lesson={lesson} bout={bout} onAgain={restart} /> : null;
  return (
    <BoutScreen
      {...fight}
      bout={bout}
      coach={isOver ? undefined : hintFor(lesson.id, prepared)}
      ending={ending}
    />
  );
}

type OutcomeProps = { lesson: Lesson; bout: Bout; onAgain: () => void };

/** Show the result of a lesson. Send a completed lesson to the server, which pays a coin the first time. */
function LessonOutcome({ lesson, bout, onAgain }: OutcomeProps) {
  const result = lessonResult(lesson, bout);
  const saving = useMutation({
    mutationFn: sendLesson,
    onSuccess: ({ lessons }) => queryClient.setQueryData(lessonsQuery.queryKey, lessons),
  });
  const failure = useErrorText(saving.error, TEXTS.saveFailed);
  const save = useEffectEvent(() => {
    if (result === 'learned') saving.mutate({ id: lesson.id, moves: movesOf(bout) as LessonMoves });
  });
  useEffect(() => save(), []);
  const { missed } = TEXTS.lesson[lesson.id];
  const paid = saving.data?.paid ?? 0;
  const text = { learned: TEXTS.learnedText, won: missed, lost: TEXTS.lost, open: '' }[result];
  return (
    <BoutOutcome
      won={result !== 'lost'}
      title={result === 'learned' ? TEXTS.learned : undefined}
      name={bout.setup.defender.username}
      text={text}
      onAgain={onAgain}
      action={result === 'learned' && <NextStep lesson={lesson} />}
    >
      {saving.isPending && <Text tone="quiet">{TEXTS.saving}</Text>}
      <Text tone="gold" role="status">
        {paid > 0 && COMBAT_TEXTS.coins(paid)}
      </Text>
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
  );
}

/** Link to the next lesson, or to the easiest partner after the last. */
function NextStep({ lesson }: { lesson: Lesson }) {
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const [partner] = PARTNER_IDS;
  return (
    <ButtonLink to="/practice" search={next ? { lesson: next.id } : { partner: partner! }} variant="primary">
      {next ? TEXTS.next(TEXTS.lesson[next.id].title) : TEXTS.fightWith(TEXTS.partner[partner!].name)}
    </ButtonLink>
  );
}
