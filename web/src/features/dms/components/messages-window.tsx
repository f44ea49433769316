import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useState } from 'react';
import { closeMessages, showMessages, useMessagesWindow } from '../../../entities/conversations/window.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './messages-window.module.css';
import { Messenger } from './messenger.tsx';

/** Show the "Direct messages" window, which opens over any page. */
export function MessagesWindow() {
  const shown = useMessagesWindow();
  // Keep the last content while the window fades out.
  const [last, setLast] = useState(shown);
  if (shown && shown !== last) setLast(shown);
  return (
    <Dialog open={shown !== null} onClose={closeMessages} title={DM_TEXTS.title} size="large">
      <div className={styles.body}>
        <Messenger userId={(shown ?? last)?.userId ?? null} onSelect={showMessages} />
      </div>
    </Dialog>
  );
}
