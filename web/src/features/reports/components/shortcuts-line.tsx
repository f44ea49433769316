import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { clsx } from 'clsx';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { useReportShortcuts } from '../use-report-shortcuts.ts';
import styles from './reports.module.css';

const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
/** Keys of the most important shortcuts. */
const SHOWN_KEYS = new Set(['j', 'k', 'o']);

/** Show the most important shortcuts and a button that lists all shortcuts, for devices with a keyboard. */
export function ShortcutsLine() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const { on, toggle } = useReportShortcuts({ '?': show });
  return (
    <div className={clsx(styles.shortcuts, on && styles.shortcutsOn)}>
      <p>
        {on
          ? REPORT_QUEUE_TEXTS.keys
              .filter(({ key }) => SHOWN_KEYS.has(key))
              .map(({ key, does }) => (
                <span key={key}>
                  <kbd>{key}</kbd> {does}
                </span>
              ))
          : REPORT_QUEUE_TEXTS.keysAreOff}
      </p>
      <Button size="small" variant="ghost" aria-haspopup="dialog" onClick={show}>
        {on && <kbd>?</kbd>} {REPORT_QUEUE_TEXTS.allKeys}
      </Button>
      <LazyMount open={open}>
        <ShortcutsDialog open={open} on={on} onToggle={toggle} onClose={() => setOpen(false)} />
      </LazyMount>
    </div>
  );
}
