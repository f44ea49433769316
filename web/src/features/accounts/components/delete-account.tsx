import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { Text } from '../../../ui/text.tsx';

const DeleteDialog = lazyComponent(() => import('./delete-dialog.tsx'), 'DeleteDialog');

/** Explain account deletion and offer to start it. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <Card title={TEXTS.title}>
      <Stack gap={3}>
        <Text tone="quiet">{TEXTS.text}</Text>
        <Text tone="quiet">{TEXTS.erased}</Text>
        <Text tone="quiet">{TEXTS.retained}</Text>
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            {TEXTS.open}
          </Button>
        </div>
      </Stack>
      <LazyMount open={open}>
        <DeleteDialog open={open} onClose={() => setOpen(false)} />
      </LazyMount>
    </Card>
  );
}
