import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { clsx } from 'clsx';
import { Notice } from '../../../ui/state.tsx';
import type { Select } from '../select.ts';
import { Chat } from './chat.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './messenger.module.css';

type MessengerProps = {
  /** The other player of the open conversation; null for none. */
  userId: number | null;
  /** Called when a conversation is selected, in place of the navigation to its page. */
  onSelect?: Select;
};

/** Show the conversation list beside the open conversation; on a phone, show only the list or only the conversation. */
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
