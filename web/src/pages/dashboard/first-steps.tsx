import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { questsQuery } from '../../features/quests/api.ts';
import { hasQuestLayout, saveQuestLayout } from '../../features/quests/quest-layout.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import styles from './first-steps.module.css';

const QuestCard = lazyComponent(() => import('../../features/quests/components/quest-card.tsx'), 'QuestCard');

/** Show a new player's quests. Render nothing if they are finished or skipped. */
export function FirstSteps({ meId }: { meId: number }) {
  const quests = useQuery(questsQuery).data;
  useEffect(() => {
    if (quests) saveQuestLayout(meId, quests.state === 'open' ? quests : null);
  }, [meId, quests]);
  if (!(quests ? quests.state === 'open' : hasQuestLayout(meId))) return null;
  return (
    <div className={styles.steps}>
      <Suspense fallback={<div className={styles.loading} />}>
        <QuestCard meId={meId} />
      </Suspense>
    </div>
  );
}
