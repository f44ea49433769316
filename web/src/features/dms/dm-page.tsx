import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchKeyboard } from '../../ui/keyboard-room.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Messenger } from './components/messenger.tsx';
import styles from './dm-page.module.css';

/** The messages of a player as a page, with the conversation of its address open. */
export function DmPage() {
  useEffect(watchKeyboard, []);
  const { userId } = useParams({ strict: false });
  return (
    <div className={styles.page} data-fills-screen>
      <VisuallyHidden>
        <h1>{DM_TEXTS.page}</h1>
      </VisuallyHidden>
      <Messenger userId={userId === undefined ? null : Number(userId)} />
    </div>
  );
}
