import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { useQuery } from '@tanstack/react-query';
import { blocksQuery } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { PlayerListCard } from '../../../entities/players/player-list-card.tsx';
import { Text } from '../../../ui/text.tsx';

/** List the players the viewer has blocked, each with a button to unblock. */
export const BlockList = () => (
  <PlayerListCard
    title={BLOCK_TEXTS.list}
    query={useQuery(blocksQuery)}
    failure={BLOCK_TEXTS.listFailed}
    empty={BLOCK_TEXTS.listEmpty}
  >
    {(player) => (
      <>
        <Text as="span" weight="medium" leading="snug" display wrap="anywhere" grow>
          {player.username}
        </Text>
        <BlockButton player={player} variant="secondary" />
      </>
    )}
  </PlayerListCard>
);
