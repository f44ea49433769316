import { isNewcomer } from '@rivalhold/shared/newcomer.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { profileQuery } from '../../entities/players/api.ts';
import { questsQuery } from '../../features/quests/api.ts';
import { hasQuestLayout, saveQuestLayout } from '../../features/quests/quest-layout.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import styles from './first-steps.module.css';
import { PlayerRow } from './player-row.tsx';

const QuestCard = lazyComponent(() => import('../../features/quests/components/quest-card.tsx'), 'QuestCard');
const FirstFight = lazyComponent(() => import('./first-fight.tsx'), 'FirstFight');

/**
 * Show a newcomer's quests, or an invitation to a first fight if there are no quests. Renders nothing for other
 * players.
 */
export function FirstSteps({ meId }: { meId: number }) {
  const quests = useQuery(questsQuery).data;
  const state = quests?.state;
  const profile = useQuery(profileQuery(meId)).data;
  useEffect(() => {
    if (quests) saveQuestLayout(meId, quests.state === 'open' ? quests : null);
  }, [meId, quests]);
  const isTour = state ? state === 'open' : hasQuestLayout(meId);
  if (!isTour && !(state === 'none' && profile && isNewcomer(profile))) return null;
  return (
    <div className={styles.steps}>
      <Suspense fallback={<div className={styles.loading} />}>
        {isTour ? (
          <QuestCard meId={meId} />
        ) : (
          <FirstFight
            meId={meId}
            row={(player) => (
              <PlayerRow player={player} note={DASHBOARD_TEXTS.record(player.wins, player.losses)} />
            )}
          />
        )}
      </Suspense>
    </div>
  );
}
