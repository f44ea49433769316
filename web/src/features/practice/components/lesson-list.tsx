import type { LessonId, Lessons } from '@rivalhold/shared/contract/practice.ts';
import { FIRST_LESSON_LEVEL, LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Grid, Row, Stack, Surface } from '../../../ui/layout.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { lessonsQuery } from '../api.ts';
import styles from './lesson-list.module.css';

const ICONS: Record<LessonId, IconName> = {
  strike: 'broadsword',
  focus: 'anvil-impact',
  heal: 'heart-plus',
};

/** List the lessons, and show which of them the player has completed. */
export function LessonList() {
  const query = useQuery(lessonsQuery);
  const lessons = useDeferredData(query.data);
  return (
    <Card title={TEXTS.lessons}>
      <Text tone="quiet" paddingBottom={4}>
        {TEXTS.lessonsText(LESSONS.length, TEXTS.coins(LESSON_COINS))}
        {lessons?.some(({ xp }) => xp > 0) && ` ${TEXTS.firstLeadsTo(FIRST_LESSON_LEVEL)}`}
      </Text>
      {query.isError && !lessons && (
        <Failure message={TEXTS.lessonsFailed} retry={() => void query.refetch()} />
      )}
      <Grid as="ol" columns="13rem" fit gap={3} aria-busy={query.isPending || undefined}>
        {LESSONS.map(({ id }) => (
          <LessonEntry key={id} id={id} state={lessons?.find((lesson) => lesson.id === id)} />
        ))}
      </Grid>
    </Card>
  );
}

type EntryProps = {
  id: LessonId;
  /** Undefined until loaded. The lesson can be started before that. */
  state: Lessons[number] | undefined;
};

function LessonEntry({ id, state }: EntryProps) {
  const { title, text } = TEXTS.lesson[id];
  const isDone = state?.done ?? false;
  return (
    <Surface as="li" fill={2} radius={2} border padding={4} gap={3} className={styles.entry}>
      <Row gap={3} align="start">
        <Icon name={ICONS[id]} size="1.75rem" />
        <Stack gap={1} grow>
          <Text as="h3" size={2}>
            {title}
          </Text>
          <Text size={1} tone="quiet">
            {text}
          </Text>
        </Stack>
      </Row>
      <Row gap={3} justify="between">
        <span>{state && (isDone ? <Tag>{TEXTS.done}</Tag> : <Reward {...state} />)}</span>
        <ButtonLink
          to="/practice"
          search={{ lesson: id }}
          size="small"
          variant={isDone ? 'secondary' : 'primary'}
          aria-label={isDone ? TEXTS.repeatLesson(title) : TEXTS.startLesson(title)}
        >
          {isDone ? TEXTS.again : TEXTS.start}
        </ButtonLink>
      </Row>
    </Surface>
  );
}

const Reward = ({ coins, xp }: { coins: number; xp: number }) => (
  <Row as="span" gap={1} inline tone="gold">
    <Icon name="two-coins" />
    {TEXTS.reward(coins, xp)}
  </Row>
);
