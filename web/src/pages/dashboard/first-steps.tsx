import { isNewcomer } from '@rivalhold/shared/newcomer.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { profileQuery } from '../../entities/players/api.ts';
import { questsQuery } from '../../features/quests/api.ts';
import { areQuestsExpected, expectQuests } from '../../features/quests/expected.ts';
import { lazily } from '../../lib/lazily.ts';
import styles from './first-steps.module.css';
import { PlayerRow } from './player-row.tsx';

const QuestCard = lazily(() => import('../../features/quests/components/quest-card.tsx'), 'QuestCard');
const FirstFight = lazily(() => import('./first-fight.tsx'), 'FirstFight');

/** What leads a newcomer: their quests, or the way to a first fight for who has none; nothing for anybody else. */
export function FirstSteps({ meId }: { meId: number }) {
  const quests = useQuery(questsQuery).data;
  const state = quests?.state;
  const profile = useQuery(profileQuery(meId)).data;
  useEffect(() => {
    if (quests) expectQuests(meId, quests.state === 'open' ? quests : null);
  }, [meId, quests]);
  const isTour = state ? state === 'open' : areQuestsExpected(meId);
  if (!isTour && !(state === 'none' && profile && isNewcomer(profile))) return null;
  return (
    <div className={styles.steps}>
      <Suspense fallback={<div className={styles.waiting} />}>
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
