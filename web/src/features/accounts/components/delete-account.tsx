import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import rhythm from '../../../ui/rhythm.module.css';

const DeleteDialog = lazyComponent(() => import('./delete-dialog.tsx'), 'DeleteDialog');

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
      <LazyMount open={open}>
        <DeleteDialog open={open} onClose={() => setOpen(false)} />
      </LazyMount>
    </Card>
  );
}
