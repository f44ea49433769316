import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { ATTACHMENT_TEXTS, DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useRef, useState } from 'react';
import { useIsBlocked } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { isTouch } from '../../../lib/touch.ts';
import { useDrop } from '../../../lib/use-drop.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import { addFiles } from '../../attachments/index.ts';
import type { Select } from '../select.ts';
import { EMPTY_THREAD } from '../thread.ts';
import { type Trouble, useThread } from '../use-thread.ts';
import { useIsTyping } from '../use-typing.ts';
import styles from './chat.module.css';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

type ChatProps = { userId: number; onSelect: Select | undefined };

/** The open conversation: who it is with, what was said, and where one writes. */
export function Chat({ userId, onSelect }: ChatProps) {
  const me = useUser();
  const { thread, partner, rows, trouble, retry } = useThread(userId, me.id);
  const typing = useIsTyping(userId);
  const field = useRef<HTMLTextAreaElement>(null);
  const trayId = `${me.id}:${userId}`;
  const blocked = useIsBlocked(userId);
  // Where one could write once, that stays through further tries.
  const [hadTrouble, setHadTrouble] = useState(false);
  if (trouble && !hadTrouble) setHadTrouble(true);
  const shown = thread ?? (hadTrouble && trouble !== 'missing' ? EMPTY_THREAD : null);
  const canWrite = shown?.canWrite === true && !blocked;
  const name = partner?.username ?? DM_TEXTS.somebody;
  const drop = useDrop({ enabled: canWrite, onFiles: (files) => addFiles(trayId, files) });

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
            notice={
              trouble ? (
                <TroubleNotice trouble={trouble} retry={() => void retry()} />
              ) : (
                !thread && <Waiting />
              )
            }
          />
          <p className={styles.typing} aria-live="polite">
            {typing && DM_TEXTS.typing(name)}
          </p>
          {canWrite ? (
            <Composer meId={me.id} userId={userId} name={name} trayId={trayId} field={field} />
          ) : (
            <div className={styles.closed}>
              <p>{blocked ? BLOCK_TEXTS.blocked(name) : DM_TEXTS.cannotWrite}</p>
              {blocked && partner && <BlockButton player={partner} variant="secondary" />}
            </div>
          )}
        </>
      );
    }
    return trouble ? <Notice icon="person" title={DM_TEXTS.noPlayer} /> : <Waiting />;
  };

  return (
    <section className={styles.chat} aria-label={DM_TEXTS.messages(name)} {...drop.handlers}>
      <ChatHeader userId={userId} player={partner} waiting={!shown && !trouble} onSelect={onSelect} />
      {content()}
      {drop.over && <p className={styles.drop}>{ATTACHMENT_TEXTS.drop}</p>}
    </section>
  );
}

/** Why what was said is not shown, and what can be done about it. */
function TroubleNotice({ trouble, retry }: { trouble: Trouble; retry: () => void }) {
  return trouble === 'offline' ? (
    <div role="status">
      <Notice title={DM_TEXTS.offline} text={DM_TEXTS.offlineText} />
    </div>
  ) : (
    <Failure message={trouble === 'slow' ? DM_TEXTS.loadSlow : DM_TEXTS.loadFailed} retry={retry} />
  );
}

const PLACES = ['45%', '60%', '30%', '52%', '38%'] as const;

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {PLACES.map((width) => (
        <Skeleton key={width} width={width} height="2.5rem" className={styles.bubble} />
      ))}
    </div>
  );
}
