import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { leaderboardQuery } from '../../entities/players/api.ts';
import { PlayerRow } from './player-row.tsx';
import { SideList } from './side-list.tsx';

/** The five best, each of whom can be challenged. */
export function TopPlayers({ meId }: { meId: number }) {
  const query = useQuery(leaderboardQuery);
  return (
    <SideList
      title={DASHBOARD_TEXTS.topPlayers}
      icon="laurel-crown"
      items={query.data?.slice(0, LIMITS.topPlayers)}
      failure={query.error ? DASHBOARD_TEXTS.topFailed : null}
      retry={() => void query.refetch()}
      empty={DASHBOARD_TEXTS.topEmpty}
      rows={LIMITS.topPlayers}
    >
      {(player, index) => (
        <PlayerRow
          player={player}
          rank={index + 1}
          note={
            <>
              <span>{PROFILE_TEXTS.level(player.level)}</span>
              <span>{DASHBOARD_TEXTS.record(player.wins, player.losses)}</span>
            </>
          }
          own={player.id === meId}
        />
      )}
    </SideList>
  );
}
