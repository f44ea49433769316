import type { FriendRequest } from '@rivalhold/shared/contract/friends.ts';
import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { PeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { incomingQuery, outgoingQuery } from '../api.ts';
import { CountedHeading } from './counted-heading.tsx';
import { FriendChip } from './friend-chip.tsx';
import { RequestButtons } from './request-buttons.tsx';

function Request({ request }: { request: FriendRequest }) {
  const { Sender, createdAt } = request;
  return (
    <PersonRow
      player={Sender}
      note={
        <>
          {PROFILE_TEXTS.level(Sender.level)}&nbsp;· <RelativeTime time={createdAt} />
        </>
      }
    >
      <RequestButtons request={request} />
    </PersonRow>
  );
}

/** List the friend requests to the viewer, with buttons that accept or decline them. */
export function IncomingRequests({ className }: { className?: string | undefined }) {
  const query = useQuery(incomingQuery);
  // Focus the row, not its first button, because a second press of Enter must not decline the next request.
  const list = useRestoreFocus<HTMLElement>(query.data?.length, 'row');
  return (
    <Card
      ref={list}
      className={className}
      title={<CountedHeading icon="shaking-hands" text={FRIENDS_PAGE_TEXTS.incoming} items={query.data} />}
    >
      <ListState
        items={query.data}
        failure={query.isError ? FRIENDS_PAGE_TEXTS.incomingFailed : null}
        retry={() => void query.refetch()}
        loading={<PeopleSkeleton rows={1} />}
        empty={
          <Text size={1} tone="quiet">
            {FRIENDS_PAGE_TEXTS.incomingEmpty}
          </Text>
        }
      >
        {(requests) => (
          <Stack as="ul" divided>
            {requests.map((request) => (
              <li key={request.id}>
                <Request request={request} />
              </li>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}

/** List the friend requests sent by the viewer. */
export function OutgoingRequests() {
  const query = useQuery(outgoingQuery);
  const list = useRestoreFocus<HTMLElement>(query.data?.length);
  return (
    <Card
      ref={list}
      title={<CountedHeading icon="hourglass" text={FRIENDS_PAGE_TEXTS.outgoing} items={query.data} />}
    >
      <ListState
        items={query.data}
        failure={query.isError ? FRIENDS_PAGE_TEXTS.outgoingFailed : null}
        retry={() => void query.refetch()}
        loading={<PeopleSkeleton rows={1} />}
        empty={
          <Text size={1} tone="quiet">
            {FRIENDS_PAGE_TEXTS.outgoingEmpty}
          </Text>
        }
      >
        {(requests) => (
          <>
            <Text size={1} tone="quiet">
              {FRIENDS_PAGE_TEXTS.outgoingHint}
            </Text>
            <Stack as="ul" divided>
              {requests.map(({ id, Receiver, createdAt }) => (
                <li key={id}>
                  <PersonRow
                    player={Receiver}
                    note={
                      <>
                        {PROFILE_TEXTS.level(Receiver.level)}&nbsp;· <RelativeTime time={createdAt} />
                      </>
                    }
                  >
                    <FriendChip player={Receiver} />
                  </PersonRow>
                </li>
              ))}
            </Stack>
          </>
        )}
      </ListState>
    </Card>
  );
}
