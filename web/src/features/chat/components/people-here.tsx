import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { onlineQuery, showPlayers } from '../../../entities/presence/api.ts';
import { useUser } from '../../../entities/session/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './people-here.module.css';

/** Return the authors of the messages without duplicates, the latest first. */
function writersOf(messages: readonly ChatMessage[]) {
  const latestFirst = messages.filter(({ id }) => id !== null).toReversed();
  const byId = new Map<number, ChatMessage>();
  for (const message of latestFirst) if (!byId.has(message.userId)) byId.set(message.userId, message);
  return [...byId.values()].map(({ userId: id, username, avatarUrl }) => ({ id, username, avatarUrl }));
}

/** List the viewer and the online authors of lobby messages. */
export function PeopleHere({ messages }: { messages: readonly ChatMessage[] }) {
  const me = useUser();
  const [open, setOpen] = useState(false);
  const online = useQuery(onlineQuery).data;
  const writers = writersOf(messages);
  const ids = writers.map(({ id }) => id).join();
  useEffect(() => showPlayers(ids === '' ? [] : ids.split(',').map(Number)), [ids]);
  const others = writers.filter(({ id }) => id !== me.id && online?.has(id));
  const here = [me, ...others];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={CHAT_TEXTS.hereTitle}
      trigger={
        <Button size="small" variant="ghost">
          <UsersRound size={16} aria-hidden="true" />
          <span aria-hidden="true">{formatNumber(here.length)}</span>
          <VisuallyHidden>{CHAT_TEXTS.here(here.length)}</VisuallyHidden>
        </Button>
      }
    >
      <div className={styles.panel}>
        <Text as="h2" size={2}>
          {CHAT_TEXTS.hereTitle}
        </Text>
        {others.length === 0 && <p>{CHAT_TEXTS.hereAlone}</p>}
        <ul className={styles.list}>
          {here.map(({ id, username, avatarUrl }) => (
            <Row as="li" key={id} gap={3}>
              <PlayerAvatarLink player={{ id, username, avatarUrl }} size={32} />
              <PlayerLink player={{ id, username }} className={styles.name}>
                <bdi>{username}</bdi>
              </PlayerLink>
            </Row>
          ))}
        </ul>
      </div>
    </Popover>
  );
}
