import type { Conversation } from '@rivalhold/shared/contract/dms.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { BellOff, ChevronLeft } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { closeMessages } from '../../../entities/conversations/window.ts';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { isPlainClick } from '../../../lib/clicks.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { conversationsQuery } from '../api.ts';
import { allConversations } from '../conversations.ts';
import type { Select } from '../select.ts';
import styles from './conversation-list.module.css';

type ConversationListProps = { openId: number | null; onSelect: Select | undefined };

/**
 * List the viewer's conversations, newest first. If strangers with new accounts have sent message requests, a button
 * switches to the list of requests.
 */
export function ConversationList({ openId, onSelect }: ConversationListProps) {
  const me = useUser();
  const query = useInfiniteQuery(conversationsQuery);
  const [showsRequests, setShowsRequests] = useState(false);
  const all = query.data && allConversations(query.data);
  const requests = all?.filter(({ request }) => request) ?? [];
  // Return to the conversations when the last request is accepted or deleted.
  if (showsRequests && requests.length === 0) setShowsRequests(false);
  const shown = showsRequests ? requests : all?.filter(({ request }) => !request);
  // If the loaded pages contain only requests, load further pages, so that the list of conversations is not empty.
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const mustLoadMore = shown?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (mustLoadMore) void fetchNextPage();
  }, [mustLoadMore, fetchNextPage]);
  return (
    <section className={styles.side} aria-labelledby="conversations">
      <Text as="h2" id="conversations" size={3} paddingTop={4} paddingBottom={3} paddingInline={4}>
        {showsRequests ? DM_TEXTS.requests : DM_TEXTS.conversations}
      </Text>
      {requests.length > 0 && (
        <Button
          variant="ghost"
          size="small"
          className={styles.switch}
          onClick={() => setShowsRequests(!showsRequests)}
        >
          {showsRequests ? (
            <>
              <ChevronLeft size={18} aria-hidden="true" />
              {DM_TEXTS.back}
            </>
          ) : (
            <>
              {DM_TEXTS.requests}
              <Badge count={requests.length} label={DM_TEXTS.requestCount(requests.length)} tone="ember" />
            </>
          )}
        </Button>
      )}
      <div className={styles.scroll}>
        <ListState
          items={shown?.length === 0 && hasNextPage && !isError ? undefined : shown}
          failure={query.error ? DM_TEXTS.conversationsFailed : null}
          retry={() => void query.refetch()}
          loading={<LoadingState />}
          empty={
            <Notice
              icon="three-friends"
              title={DM_TEXTS.noConversations}
              text={DM_TEXTS.noConversationsText}
              action={
                <ButtonLink to="/directory" size="small" onClick={closeMessages}>
                  {DM_TEXTS.findPlayers}
                </ButtonLink>
              }
            />
          }
        >
          {(conversations) => (
            <ul>
              {conversations.map((conversation) => (
                <li key={conversation.otherUser.id}>
                  <Item
                    conversation={conversation}
                    meId={me.id}
                    isOpen={conversation.otherUser.id === openId}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListState>
        <LoadMore query={query} failure={DM_TEXTS.conversationsFailed} />
      </div>
    </section>
  );
}

/** Return the last message of a conversation as one line. */
function messagePreview({ text, attachmentKind, senderId }: Conversation, meId: number): string {
  const kind = attachmentKind && (DM_TEXTS.kinds[attachmentKind] ?? DM_TEXTS.attachment);
  const words = text.trim() || kind || DM_TEXTS.deleted;
  return senderId === meId ? DM_TEXTS.you(words) : words;
}

type ItemProps = { conversation: Conversation; meId: number; isOpen: boolean; onSelect: Select | undefined };

function Item({ conversation, meId, isOpen, onSelect }: ItemProps) {
  const { otherUser, updatedAt, unreadCount, muted } = conversation;
  const select = (event: MouseEvent) => {
    if (!onSelect || !isPlainClick(event)) return;
    event.preventDefault();
    onSelect(otherUser.id);
  };
  return (
    <Link
      to="/dm/$userId"
      params={{ userId: String(otherUser.id) }}
      preload={false}
      className={clsx(styles.item, isOpen && styles.isOpen, unreadCount > 0 && styles.unread)}
      aria-current={isOpen ? 'true' : undefined}
      onClick={select}
    >
      <PlayerAvatar player={otherUser} size={48} />
      <Stack as="span" gap="half" grow>
        <Row as="span" gap={2} align="baseline" justify="between">
          <Text as="span" weight="medium" wrap="truncate">
            {otherUser.username}
          </Text>
          <Text as={RelativeTime} size={1} tone="quiet" fixed time={updatedAt} />
        </Row>
        <Row as="span" gap={2} justify="between" className={styles.bottom}>
          <Text
            as="span"
            size={1}
            tone="quiet"
            wrap="truncate"
            grow
            textAlign="start"
            className={styles.last}
            dir="auto"
          >
            {messagePreview(conversation, meId)}
          </Text>
          {muted ? (
            <Text as="span" size={1} tone="quiet" aria-label={PLAYER_MUTE_TEXTS.mark} role="img">
              <BellOff size={16} aria-hidden="true" />
            </Text>
          ) : (
            <Badge count={unreadCount} label={DM_TEXTS.unread(unreadCount)} tone="ember" />
          )}
        </Row>
      </Stack>
    </Link>
  );
}

function LoadingState() {
  return repeat(6, (index) => (
    <div key={index} className={styles.item}>
      <Skeleton width="3rem" height="3rem" radius="portrait" />
      <Stack as="span" gap="half" grow>
        <Skeleton width="55%" />
        <Skeleton width="80%" />
      </Stack>
    </div>
  ));
}
