import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { PlayerListCard } from '../../../entities/players/player-list-card.tsx';
import { Text } from '../../../ui/text.tsx';
import { playerMutesQuery } from '../api.ts';
import { MuteButton } from './mute-button.tsx';

/** List the players the viewer has muted, each with a button to unmute. */
export const MuteList = () => (
  <PlayerListCard
    title={PLAYER_MUTE_TEXTS.list}
    query={useQuery(playerMutesQuery)}
    failure={PLAYER_MUTE_TEXTS.listFailed}
    empty={PLAYER_MUTE_TEXTS.listEmpty}
  >
    {(player) => (
      <>
        <Text as="span" grow wrap="anywhere">
          <PlayerLink player={player}>{player.username}</PlayerLink>
        </Text>
        <MuteButton player={player} variant="secondary" />
      </>
    )}
  </PlayerListCard>
);
