import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { MessageButton } from '../../../entities/conversations/message-button.tsx';
import { PeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { onlineQuery } from '../../../entities/presence/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { friendshipsQuery } from '../api.ts';
import { splitByPresence } from '../split-by-presence.ts';
import { CountedHeading } from './counted-heading.tsx';

/** Maximum number of friends shown. The friends page lists all friends. */
const MAX_SHOWN = 8;

/** List the friends who are online. */
export function FriendsOnline() {
  const friends = useQuery(friendshipsQuery);
  const present = useQuery(onlineQuery);
  const online = friends.data && present.data && splitByPresence(friends.data, present.data, '').online;
  const failed = friends.isError || present.isError;
  return (
    <Card
      title={<CountedHeading icon="campfire" text={FRIENDS_PAGE_TEXTS.friendsOnline} items={online} />}
      action={
        <ButtonLink to="/friends" size="small" variant="link">
          {FRIENDS_PAGE_TEXTS.allFriends}
        </ButtonLink>
      }
    >
      <ListState
        items={online}
        failure={failed ? FRIENDS_PAGE_TEXTS.failed : null}
        retry={() => {
          for (const query of [friends, present]) if (query.isError) void query.refetch();
        }}
        loading={<PeopleSkeleton rows={2} />}
        empty={<NobodyOnline friends={friends.data?.length ?? 0} />}
      >
        {(people) => (
          <Stack as="ul" divided>
            {people.slice(0, MAX_SHOWN).map((friend) => (
              <li key={friend.id}>
                <PersonRow player={friend} note={PROFILE_TEXTS.level(friend.level)}>
                  <MessageButton player={friend} size="small" />
                </PersonRow>
              </li>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}

function NobodyOnline({ friends }: { friends: number }) {
  if (friends > 0)
    return (
      <Text size={1} tone="quiet">
        {FRIENDS_PAGE_TEXTS.friendsOnlineEmpty}
      </Text>
    );
  return (
    <Stack gap={3} justify="start">
      <Text size={1} tone="quiet">
        {FRIENDS_PAGE_TEXTS.friendsOnlineNone}
      </Text>
      <ButtonLink to="/directory" size="small">
        {FRIENDS_PAGE_TEXTS.findPlayers}
      </ButtonLink>
    </Stack>
  );
}
