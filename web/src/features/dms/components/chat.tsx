import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { ATTACHMENT_TEXTS, DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { useRef, useState } from 'react';
import { useIsBlocked } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { isTouch } from '../../../lib/touch.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import { addFiles } from '../../attachments/index.ts';
import { quoteOf } from '../quotes.ts';
import { useReactionEvents } from '../reactions.ts';
import type { Select } from '../select.ts';
import { EMPTY_THREAD } from '../thread.ts';
import { type ThreadProblem, useThread } from '../use-thread.ts';
import { useIsOtherTyping } from '../use-typing.ts';
import styles from './chat.module.css';
import { ChatHeader } from './chat-header.tsx';
import { Composer, ComposerSkeleton } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { RequestActions } from './request-actions.tsx';

type ChatProps = { userId: number; onSelect: Select | undefined };

/** Show the open conversation: its header, its messages and the composer. */
export function Chat({ userId, onSelect }: ChatProps) {
  const me = useUser();
  const { thread, partner, rows, problem, retry } = useThread(userId, me.id);
  const typing = useIsOtherTyping(userId);
  useReactionEvents(userId);
  const field = useRef<HTMLTextAreaElement>(null);
  const trayId = `${me.id}:${userId}`;
  const blocked = useIsBlocked(userId);
  // After a loading problem, show the composer even without messages, and keep it mounted during retries.
  const [hadProblem, setHadProblem] = useState(false);
  if (problem && !hadProblem) setHadProblem(true);
  const [replyTo, setReplyTo] = useState<MessageQuote | null>(null);
  const reply = useStableCallback((message: DirectMessage) => {
    setReplyTo(quoteOf(message));
    field.current?.focus();
  });
  const shown = thread ?? (hadProblem && problem !== 'missing' ? EMPTY_THREAD : null);
  const canWrite = shown?.canWrite === true && !blocked;
  const name = partner?.username ?? DM_TEXTS.unknownPlayer;
  const drop = useFileDrop({ enabled: canWrite, onFiles: (files) => addFiles(trayId, files) });

  const content = () => {
    if (shown) {
      return (
        <>
          <MessageList
            key={thread ? 'loaded' : 'unknown'}
            userId={userId}
            meId={me.id}
            thread={shown}
            rows={rows}
            name={name}
            focusField={() => {
              if (!field.current || isTouch()) return false;
              field.current.focus({ preventScroll: true });
              return true;
            }}
            canWrite={canWrite}
            onReply={reply}
            notice={
              problem ? (
                <ProblemNotice problem={problem} retry={() => void retry()} />
              ) : (
                !thread && <LoadingState />
              )
            }
          />
          <p className={styles.typing} aria-live="polite">
            {typing && DM_TEXTS.typing(name)}
          </p>
          {thread?.request && partner && (
            <RequestActions
              player={partner}
              latestId={thread.messages.findLast(({ senderId }) => senderId === userId)?.id ?? null}
              onSelect={onSelect}
              focusField={() => field.current?.focus()}
            />
          )}
          {canWrite ? (
            <Composer
              meId={me.id}
              userId={userId}
              name={name}
              trayId={trayId}
              field={field}
              replyTo={replyTo}
              onReplyEnd={() => setReplyTo(null)}
            />
          ) : (
            <div className={styles.closed}>
              <p>
                {blocked
                  ? BLOCK_TEXTS.blocked(name)
                  : shown.refusal
                    ? REFUSAL_TEXTS.messages[shown.refusal]
                    : DM_TEXTS.cannotWrite}
              </p>
              {blocked && partner && <BlockButton player={partner} variant="secondary" />}
            </div>
          )}
        </>
      );
    }
    return problem ? (
      <Notice icon="person" title={DM_TEXTS.noPlayer} />
    ) : (
      <>
        <LoadingState />
        <ComposerSkeleton />
      </>
    );
  };

  return (
    <section className={styles.chat} aria-label={DM_TEXTS.messages(name)} {...drop.handlers}>
      <ChatHeader
        userId={userId}
        player={partner}
        waiting={!shown && !problem}
        challengeRejection={
          blocked
            ? BLOCK_TEXTS.blocked(name)
            : thread?.canWrite === false && thread.refusal === null
              ? DM_TEXTS.cannotChallenge
              : null
        }
        onSelect={onSelect}
      />
      {content()}
      {drop.isOver && <p className={styles.drop}>{ATTACHMENT_TEXTS.drop}</p>}
    </section>
  );
}

/** Explain why the messages are missing. Offer a retry, unless the player is offline. */
function ProblemNotice({ problem, retry }: { problem: ThreadProblem; retry: () => void }) {
  return problem === 'offline' ? (
    <div role="status">
      <Notice title={DM_TEXTS.offline} text={DM_TEXTS.offlineText} />
    </div>
  ) : (
    <Failure message={problem === 'slow' ? DM_TEXTS.loadSlow : DM_TEXTS.loadFailed} retry={retry} />
  );
}

const SKELETON_WIDTHS = ['45%', '60%', '30%', '52%', '38%'] as const;

function LoadingState() {
  return (
    <Stack gap={3} padding={4} grow className={styles.loading} aria-busy="true">
      {SKELETON_WIDTHS.map((width) => (
        <Skeleton key={width} width={width} height="2.5rem" className={styles.bubble} />
      ))}
    </Stack>
  );
}
