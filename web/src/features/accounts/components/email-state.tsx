import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { useFault } from '../../../lib/use-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './settings.module.css';

/** The address of the account, whether it is confirmed, and the link once more. */
export function EmailState({ user }: { user: SessionUser }) {
  const resend = useMutation({
    mutationFn: () => api('POST /api/users/me/confirmation', { body: {} }),
  });
  const failure = useFault(resend.error, ACCOUNT_TEXTS.unexpected);
  return (
    <div className={rhythm.stack3}>
      <div className={styles.line}>
        <span className={styles.strong}>{user.email}</span>
        {user.emailVerified ? (
          <span className={styles.good}>
            <CircleCheck size={16} aria-hidden="true" /> {ACCOUNT_LABELS.confirmed}
          </span>
        ) : (
          <span className={styles.open}>
            <CircleAlert size={16} aria-hidden="true" /> {ACCOUNT_LABELS.unconfirmed}
          </span>
        )}
      </div>
      {!user.emailVerified && (
        <>
          <p className={rhythm.note}>{ACCOUNT_TEXTS.unconfirmedText}</p>
          <FormOutcome
            failure={failure}
            done={resend.isSuccess ? resend.data.message || ACCOUNT_TEXTS.confirmationSent : null}
          />
          <div>
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              {ACCOUNT_LABELS.resend}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
