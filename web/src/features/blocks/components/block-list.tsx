import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { useQuery } from '@tanstack/react-query';
import { blocksQuery } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { CompactPeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';

/** List the players the viewer has blocked, each with a button to unblock. */
export function BlockList() {
  const query = useQuery(blocksQuery);
  const list = useRestoreFocus<HTMLElement>(query.data?.length);
  return (
    <Card ref={list} title={BLOCK_TEXTS.list}>
      <ListState
        items={query.data}
        failure={query.isError ? BLOCK_TEXTS.listFailed : null}
        retry={() => void query.refetch()}
        loading={<CompactPeopleSkeleton rows={1} />}
        empty={<Text tone="quiet">{BLOCK_TEXTS.listEmpty}</Text>}
      >
        {(players) => (
          <Stack as="ul" divided>
            {players.map((player) => (
              <Row as="li" key={player.id} gap={3} paddingBlock={3}>
                <Avatar name={player.username} url={player.avatarUrl} size={44} />
                <Text as="span" weight="medium" leading="snug" display wrap="anywhere" grow>
                  {player.username}
                </Text>
                <BlockButton player={player} variant="secondary" />
              </Row>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}
