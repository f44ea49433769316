import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { useState } from 'react';
import { lazily } from '../../../lib/lazily.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import styles from './delete-account.module.css';

const DeleteDialog = lazily(() => import('./delete-dialog.tsx'), 'DeleteDialog');

/** What happens to an account that is deleted, and the way to do it. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <Card title={TEXTS.title}>
      <div className={styles.content}>
        <p>{TEXTS.text}</p>
        <p className={styles.quiet}>{TEXTS.goes}</p>
        <p className={styles.quiet}>{TEXTS.stays}</p>
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            {TEXTS.open}
          </Button>
        </div>
      </div>
      <OnceOpen open={open}>
        <DeleteDialog open={open} onClose={() => setOpen(false)} />
      </OnceOpen>
    </Card>
  );
}
