import { lessonById } from '@rivalhold/shared/fights/lessons.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FightHelp } from '../../features/practice/components/fight-help.tsx';
import { LessonList } from '../../features/practice/components/lesson-list.tsx';
import { PartnerList } from '../../features/practice/components/partner-list.tsx';
import { readPracticeSearch } from '../../features/practice/search.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusMain } from '../../ui/focus-main.ts';
import { Page, Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Text } from '../../ui/text.tsx';

// The code of fights loads when the first fight is shown.
const LessonFight = lazyComponent(() => import('./lesson-fight.tsx'), 'LessonFight');
const PartnerFight = lazyComponent(() => import('./partner-fight.tsx'), 'PartnerFight');

/** Render /practice: lessons and sparring partners, or the practice fight that the URL names. */
export function PracticePage() {
  const { lesson, partner } = readPracticeSearch(useSearch({ strict: false }));
  const heading = lesson
    ? TEXTS.lesson[lesson].title
    : partner
      ? TEXTS.fightWith(TEXTS.partner[partner].name)
      : TEXTS.title;
  const shown = useRef(heading);
  // Opening a practice fight changes only the URL's query, so the site does not treat it as a new page. Move the focus
  // and announce the heading here.
  useEffect(() => {
    if (shown.current === heading) return;
    shown.current = heading;
    focusMain();
    announce(heading);
  }, [heading]);
  if (lesson) return <LessonFight key={lesson} lesson={lessonById(lesson)} />;
  if (partner) return <PartnerFight key={partner} id={partner} />;
  return (
    <Page gap={5}>
      <PageHeader title={TEXTS.title} text={TEXTS.lead} action={<FightHelp />} />
      <LessonList />
      <PartnerList />
      <Card title={TEXTS.styleTitle}>
        <Row gap={3} justify="between" wrap>
          <Text tone="quiet">{TEXTS.styleText}</Text>
          <ButtonLink to="/fight-style">{TEXTS.toStyle}</ButtonLink>
        </Row>
      </Card>
      <Text size={1} tone="quiet">
        {TEXTS.note}
      </Text>
    </Page>
  );
}
