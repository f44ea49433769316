import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { useState } from 'react';
import { lazily } from '../../../lib/lazily.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import rhythm from '../../../ui/rhythm.module.css';

const DeleteDialog = lazily(() => import('./delete-dialog.tsx'), 'DeleteDialog');

/** What happens to an account that is deleted, and the way to do it. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <Card title={TEXTS.title}>
      <div className={rhythm.stack3}>
        <p>{TEXTS.text}</p>
        <p className={rhythm.quiet}>{TEXTS.goes}</p>
        <p className={rhythm.quiet}>{TEXTS.stays}</p>
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
