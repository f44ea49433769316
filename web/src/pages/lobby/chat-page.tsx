import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MutedNote } from '../../entities/mutes/muted-note.tsx';
import { useMute } from '../../entities/mutes/use-mute.ts';
import { useUser } from '../../entities/session/api.ts';
import { lobbyQuery, rulesQuery } from '../../features/chat/api.ts';
import { Composer } from '../../features/chat/components/composer.tsx';
import { MessageList } from '../../features/chat/components/message-list.tsx';
import { PeopleHere } from '../../features/chat/components/people-here.tsx';
import { RulesPanel } from '../../features/chat/components/rules-panel.tsx';
import { buildLobbyRows } from '../../features/chat/lobby.ts';
import { useLobbyEvents } from '../../features/chat/realtime.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { FullHeightPage } from '../../ui/full-height-page.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './chat-page.module.css';

/** Show the lobby: its messages and the composer. */
export function ChatPage() {
  const me = useUser();
  const lobby = useQuery(lobbyQuery);
  const rules = useQuery(rulesQuery).data;
  const isMuted = useMute() !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null);
  const reply = useStableCallback((message: ChatMessage) => {
    setReplyTo(message);
    field.current?.focus();
  });
  useLobbyEvents();

  const content = () => {
    if (lobby.data) {
      const rows = buildLobbyRows(lobby.data);
      return rows.length > 0 ? (
        <MessageList rows={rows} me={me} canWrite={!isMuted} onReply={reply} />
      ) : (
        <div className={styles.middle}>
          <Notice icon="hunting-horn" title={CHAT_TEXTS.empty} text={CHAT_TEXTS.emptyText} />
        </div>
      );
    }
    return lobby.isError ? (
      <div className={styles.middle}>
        <Failure message={CHAT_TEXTS.failed} retry={() => void lobby.refetch()} />
      </div>
    ) : (
      <LoadingState />
    );
  };

  return (
    <FullHeightPage>
      <section className={styles.lobby} aria-labelledby="lobby-title">
        <header className={styles.header}>
          <Text as="h1" id="lobby-title" size={4}>
            {CHAT_TEXTS.title}
          </Text>
          <Row gap={2}>
            <PeopleHere messages={lobby.data?.messages ?? []} />
            {isStaff(me) && rules && <RulesPanel rules={rules} />}
          </Row>
        </header>
        {content()}
        <div className={styles.foot}>
          <p role="status" className={styles.rules}>
            {rules && rules.slowModeSeconds > 0 && <span>{CHAT_TEXTS.slowMode(rules.slowModeSeconds)}</span>}
            {rules?.settledOnly && <span>{CHAT_TEXTS.settledOnly}</span>}
          </p>
          {isMuted ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keyboard
            <section tabIndex={0} aria-label={CHAT_TEXTS.mutedNote} className={styles.muted}>
              <MutedNote />
            </section>
          ) : (
            <Composer meId={me.id} field={field} replyTo={replyTo} onReplyEnd={() => setReplyTo(null)} />
          )}
        </div>
      </section>
    </FullHeightPage>
  );
}

const LENGTHS = ['38%', '62%', '24%', '51%', '44%', '30%'] as const;

function LoadingState() {
  return (
    <div className={styles.loading} aria-busy="true">
      <VisuallyHidden>{CHAT_TEXTS.loading}</VisuallyHidden>
      {LENGTHS.map((width) => (
        <Row key={width} gap={3}>
          <Skeleton width="2.25rem" height="2.25rem" radius="portrait" />
          <Skeleton width={width} height="2.25rem" />
        </Row>
      ))}
    </div>
  );
}
