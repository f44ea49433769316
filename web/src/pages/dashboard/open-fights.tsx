import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { useQuery } from '@tanstack/react-query';
import { openFightsQuery } from '../../features/combat/api.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { PlayerRow } from './player-row.tsx';
import { SideList } from './side-list.tsx';

const PLACES = 1;

/** The fights that wait for the player: to go on, or to fight back; nothing where none does. */
export function OpenFights() {
  const query = useQuery(openFightsQuery);
  if (query.data?.length === 0) return null;
  return (
    <SideList
      title={DASHBOARD_TEXTS.yourFights}
      icon="crossed-swords"
      items={query.data}
      failure={query.error ? DASHBOARD_TEXTS.fightsFailed : null}
      retry={() => void query.refetch()}
      empty={DASHBOARD_TEXTS.fightsEmpty}
      rows={PLACES}
    >
      {(fight) => (
        <PlayerRow
          player={fight.opponent}
          note={
            <>
              <span>{fight.begun ? DASHBOARD_TEXTS.youBegan : DASHBOARD_TEXTS.theyBegan}</span>
              <RelativeTime time={fight.lastAt} />
            </>
          }
          mark={fight.unseen ? DASHBOARD_TEXTS.unseen : undefined}
          action={fight.begun ? MENU_TEXTS.continueFight : MENU_TEXTS.fightBack}
        />
      )}
    </SideList>
  );
}
