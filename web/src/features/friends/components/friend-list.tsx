import type { Friend } from '@rivalhold/shared/contract/friends.ts';
import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { MessageButton } from '../../../entities/conversations/message-button.tsx';
import { ChallengeButton } from '../../../entities/players/challenge-button.tsx';
import { statusText } from '../../../entities/players/describe.ts';
import { PeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { onlineQuery } from '../../../entities/presence/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { focusRow, useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { friendshipsQuery } from '../api.ts';
import { splitByPresence } from '../split-by-presence.ts';
import { CountedHeading } from './counted-heading.tsx';
import { FriendChip } from './friend-chip.tsx';
import styles from './lists.module.css';

/** Number of friends rendered at first, and added per press of "Show more". */
const PAGE_SIZE = 50;
const NO_FRIENDS: ReadonlySet<number> = new Set();

/** Show a placeholder for the friends. */
export function FriendListSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{FRIENDS_PAGE_TEXTS.loading}</VisuallyHidden>
      <PeopleSkeleton rows={8} />
    </>
  );
}

/** List all friends, online friends first, with a search by name. */
export function FriendList() {
  const query = useQuery(friendshipsQuery);
  const list = useRestoreFocus<HTMLElement>(query.data?.length);
  return (
    <Card
      ref={list}
      title={<CountedHeading icon="three-friends" text={FRIENDS_PAGE_TEXTS.friends} items={query.data} />}
    >
      <ListState
        items={query.data}
        failure={query.isError ? FRIENDS_PAGE_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<FriendListSkeleton />}
        empty={
          <Notice
            icon="campfire"
            title={FRIENDS_PAGE_TEXTS.empty}
            text={FRIENDS_PAGE_TEXTS.emptyText}
            action={
              <ButtonLink to="/directory" variant="primary" size="small">
                {FRIENDS_PAGE_TEXTS.findPlayers}
              </ButtonLink>
            }
          />
        }
      >
        {(friends) => <FriendResults friends={friends} />}
      </ListState>
    </Card>
  );
}

function FriendResults({ friends }: { friends: readonly Friend[] }) {
  const [search, setSearch] = useState('');
  const [maxShown, setMaxShown] = useState(PAGE_SIZE);
  const present = useQuery(onlineQuery).data ?? NO_FRIENDS;
  const { online, offline } = splitByPresence(friends, present, search);
  const found = online.length + offline.length;
  const groups = [
    { title: FRIENDS_PAGE_TEXTS.online, people: online.slice(0, maxShown) },
    { title: FRIENDS_PAGE_TEXTS.offline, people: offline.slice(0, Math.max(0, maxShown - online.length)) },
  ].filter(({ people }) => people.length > 0);
  const showMore = ({ currentTarget: button, detail }: MouseEvent) => {
    const list = button.closest('section');
    flushSync(() => setMaxShown(maxShown + PAGE_SIZE));
    const row = list?.querySelectorAll('[data-friend]')[maxShown];
    // Move the focus to the first newly shown friend. After a mouse click or tap, do so only if the button was removed.
    if (row && (detail === 0 || !button.isConnected)) focusRow(row);
  };
  return (
    <>
      <Field
        label={FRIENDS_PAGE_TEXTS.search}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={search}
        className={styles.search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <VisuallyHidden role="status">{search.trim() && FRIENDS_PAGE_TEXTS.shown(found)}</VisuallyHidden>
      {found === 0 && (
        <Notice
          icon="walking-boot"
          title={FRIENDS_PAGE_TEXTS.noMatch}
          action={
            <Button size="small" onClick={() => setSearch('')}>
              {FRIENDS_PAGE_TEXTS.clear}
            </Button>
          }
        />
      )}
      {groups.map(({ title, people }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <Stack as="ul" divided>
            {people.map((friend) => (
              <li key={friend.id} data-friend>
                <FriendRow friend={friend} />
              </li>
            ))}
          </Stack>
        </section>
      ))}
      {found > maxShown && (
        <Row justify="center" paddingTop={4}>
          <Button size="small" onClick={showMore}>
            {FRIENDS_PAGE_TEXTS.showMore}
          </Button>
        </Row>
      )}
    </>
  );
}

function FriendRow({ friend }: { friend: Friend }) {
  return (
    <PersonRow
      player={friend}
      note={
        <>
          {PROFILE_TEXTS.level(friend.level)}&nbsp;· <bdi>{statusText(friend)}</bdi>
        </>
      }
    >
      <ChallengeButton player={friend} size="small" named />
      <MessageButton player={friend} size="small" />
      <FriendChip player={friend} />
    </PersonRow>
  );
}
