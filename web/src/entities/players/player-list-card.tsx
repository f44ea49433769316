import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { ListState } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { CompactPeopleSkeleton } from './people-skeleton.tsx';

type ListedPlayer = { id: number; username: string; avatarUrl: string | null };

type PlayerListCardProps = {
  title: string;
  query: UseQueryResult<readonly ListedPlayer[]>;
  /** Text shown if the list could not be loaded. */
  failure: string;
  /** Text shown if the list is empty. */
  empty: string;
  /** Renders a player's name and button, next to the avatar. */
  children: (player: ListedPlayer) => ReactNode;
};

/** Show a card with a short list of players. */
export function PlayerListCard({ title, query, failure, empty, children }: PlayerListCardProps) {
  const list = useRestoreFocus<HTMLElement>(query.data?.length);
  return (
    <Card ref={list} title={title}>
      <ListState
        items={query.data}
        failure={query.isError ? failure : null}
        retry={() => void query.refetch()}
        loading={<CompactPeopleSkeleton rows={1} />}
        empty={<Text tone="quiet">{empty}</Text>}
      >
        {(players) => (
          <Stack as="ul" divided>
            {players.map((player) => (
              <Row as="li" key={player.id} gap={3} paddingBlock={3}>
                <Avatar name={player.username} url={player.avatarUrl} size={44} />
                {children(player)}
              </Row>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}
