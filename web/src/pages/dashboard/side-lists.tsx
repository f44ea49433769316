import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leaderboardQuery } from '../../entities/players/api.ts';
import { CompactPeopleSkeleton } from '../../entities/players/people-skeleton.tsx';
import { openFightsQuery } from '../../features/combat/api.ts';
import { openFightAction, openFightState } from '../../features/combat/open-fight-state.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ListState } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { PlayerRow } from './player-row.tsx';

type SideListProps<T extends { id: number }> = {
  title: string;
  icon: IconName;
  items: readonly T[] | undefined;
  failure: string | null;
  retry: () => void;
  empty: string;
  /** Number of placeholder rows while the list loads. */
  rows: number;
  children: (item: T, index: number) => ReactNode;
};

/** Show a short list in a card at the side. */
export function SideList<T extends { id: number }>(props: SideListProps<T>) {
  const { title, icon, items, failure, retry, empty, rows, children } = props;
  return (
    <Card
      title={
        <>
          <Icon name={icon} />
          {title}
        </>
      }
    >
      <ListState
        items={items}
        failure={failure}
        retry={retry}
        loading={<CompactPeopleSkeleton rows={rows} />}
        empty={<Text tone="quiet">{empty}</Text>}
      >
        {(loaded) => (
          <Stack as="ol" gap={1}>
            {loaded.map((item, index) => (
              <li key={item.id}>{children(item, index)}</li>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}

const MAX_FIGHTS = 1;

/** Texts about open fights. If a text is in both the menu's and the dashboard's texts, the dashboard's text is used. */
const FIGHT_TEXTS = { ...MENU_TEXTS, ...DASHBOARD_TEXTS };

/** Show the player's open fights, to continue or to fight back. Renders nothing if there are none. */
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
      rows={MAX_FIGHTS}
    >
      {(fight) => (
        <PlayerRow
          player={fight.opponent}
          note={
            <>
              <span>{FIGHT_TEXTS[openFightState(fight)]}</span>
              <RelativeTime time={fight.lastAt} />
            </>
          }
          mark={fight.unseen ? DASHBOARD_TEXTS.unseen : undefined}
          action={MENU_TEXTS[openFightAction(fight)]}
        />
      )}
    </SideList>
  );
}

/** Show the five top players, with a button to challenge each player except the viewer. */
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
