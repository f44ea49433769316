import type { Lessons } from '@rivalhold/shared/contract/practice.ts';
import { LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Grid, Row, Stack, Surface } from '../../../ui/layout.tsx';
import { SkeletonRows } from '../../../ui/skeleton-parts.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { lessonsQuery } from '../api.ts';

const ICONS: Record<Lessons[number]['id'], IconName> = {
  strike: 'broadsword',
  focus: 'anvil-impact',
  heal: 'heart-plus',
};

/** List the lessons, with those that the player has completed. */
export function LessonList() {
  const query = useQuery(lessonsQuery);
  const lessons = useDeferredData(query.data);
  return (
    <Card title={TEXTS.lessons}>
      <Text tone="quiet" paddingBottom={4}>
        {TEXTS.lessonsText(LESSONS.length, TEXTS.coins(LESSON_COINS))}
      </Text>
      {lessons ? (
        <Grid as="ol" columns="16rem" fit gap={3}>
          {lessons.map((lesson) => (
            <LessonEntry key={lesson.id} lesson={lesson} />
          ))}
        </Grid>
      ) : query.isError ? (
        <Failure message={TEXTS.lessonsFailed} retry={() => void query.refetch()} />
      ) : (
        <SkeletonRows text={TEXTS.lessonsLoading} rows={LESSONS.length} />
      )}
    </Card>
  );
}

function LessonEntry({ lesson: { id, done, coins } }: { lesson: Lessons[number] }) {
  const { title, text } = TEXTS.lesson[id];
  return (
    <Surface as="li" fill={2} radius={2} border padding={4} gap={3}>
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
        {done ? <Tag>{TEXTS.done}</Tag> : <Text tone="gold">{TEXTS.reward(coins)}</Text>}
        <ButtonLink
          to="/practice"
          search={{ lesson: id }}
          size="small"
          variant={done ? 'secondary' : 'primary'}
          aria-label={done ? TEXTS.repeatLesson(title) : TEXTS.startLesson(title)}
        >
          {done ? TEXTS.again : TEXTS.start}
        </ButtonLink>
      </Row>
    </Surface>
  );
}
