import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { clsx } from 'clsx';
import { useState } from 'react';
import { lazily } from '../../../lib/lazily.ts';
import { Button } from '../../../ui/button.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { useReportKeys } from '../use-report-keys.ts';
import styles from './reports.module.css';

const KeysDialog = lazily(() => import('./keys-dialog.tsx'), 'KeysDialog');
/** Those that one begins with. */
const FIRST = new Set(['j', 'k', 'o']);

/** Which keys one begins with, and the way to all of them; for who has keys. */
export function KeysLine() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const { on, toggle } = useReportKeys({ '?': show });
  return (
    <div className={clsx(styles.keys, on && styles.spare)}>
      <p>
        {on
          ? QUEUE_TEXTS.keys
              .filter(({ key }) => FIRST.has(key))
              .map(({ key, does }) => (
                <span key={key}>
                  <kbd>{key}</kbd> {does}
                </span>
              ))
          : QUEUE_TEXTS.keysAreOff}
      </p>
      <Button size="small" variant="ghost" aria-haspopup="dialog" onClick={show}>
        {on && <kbd>?</kbd>} {QUEUE_TEXTS.allKeys}
      </Button>
      <OnceOpen open={open}>
        <KeysDialog open={open} on={on} onToggle={toggle} onClose={() => setOpen(false)} />
      </OnceOpen>
    </div>
  );
}
