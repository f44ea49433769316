import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { clsx } from 'clsx';
import { Notice } from '../../../ui/state.tsx';
import type { Select } from '../select.ts';
import { Chat } from './chat.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './messenger.module.css';

type MessengerProps = {
  /** Whose conversation is open; null for none. */
  userId: number | null;
  /** Given where choosing a conversation does not go to its page. */
  onSelect?: Select;
};

/** Conversations on one side, the open one on the other; on a phone one of the two. */
export function Messenger({ userId, onSelect }: MessengerProps) {
  return (
    <div className={clsx(styles.messenger, userId !== null && styles.open)}>
      <ConversationList openId={userId} onSelect={onSelect} />
      {userId === null ? (
        <section className={styles.none} aria-label={DM_TEXTS.select}>
          <Notice icon="scroll-unfurled" title={DM_TEXTS.select} />
        </section>
      ) : (
        <Chat key={userId} userId={userId} onSelect={onSelect} />
      )}
    </div>
  );
}
