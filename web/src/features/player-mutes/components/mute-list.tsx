import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { CompactPeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { playerMutesQuery } from '../api.ts';
import { MuteButton } from './mute-button.tsx';

/** List the players the viewer has muted, each with a button to unmute. */
export function MuteList() {
  const query = useQuery(playerMutesQuery);
  const list = useRestoreFocus<HTMLElement>(query.data?.length);
  return (
    <Card ref={list} title={PLAYER_MUTE_TEXTS.list}>
      <ListState
        items={query.data}
        failure={query.isError ? PLAYER_MUTE_TEXTS.listFailed : null}
        retry={() => void query.refetch()}
        loading={<CompactPeopleSkeleton rows={1} />}
        empty={<Text tone="quiet">{PLAYER_MUTE_TEXTS.listEmpty}</Text>}
      >
        {(players) => (
          <Stack as="ul" divided>
            {players.map((player) => (
              <Row as="li" key={player.id} gap={3} paddingBlock={3}>
                <Avatar name={player.username} url={player.avatarUrl} size={44} />
                <Text as="span" grow wrap="anywhere">
                  <PlayerLink player={player}>{player.username}</PlayerLink>
                </Text>
                <MuteButton player={player} variant="secondary" />
              </Row>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}
