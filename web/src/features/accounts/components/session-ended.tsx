import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { showAccountDialog } from '../dialogs.ts';
import { useLocalSignOut } from '../use-sign-out.ts';
import styles from './session-ended.module.css';

/**
 * Show that the session has ended, with buttons to sign in or leave. Once the player closes the sign-in dialog, this
 * notice replaces the page.
 */
export function SessionEnded({ userId }: { userId: number | undefined }) {
  const signOutLocally = useLocalSignOut();
  return (
    <div className={styles.page}>
      <Text role="status" textAlign="center">
        {ACCOUNT_TEXTS.sessionEnded}
      </Text>
      <Row gap={3} wrap justify="center">
        <Button variant="primary" onClick={() => showAccountDialog('sign-in')}>
          {ACCOUNT_LABELS.signIn}
        </Button>
        <Button onClick={() => void signOutLocally(userId)}>{ACCOUNT_LABELS.toLanding}</Button>
      </Row>
    </div>
  );
}
