import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './reports.module.css';

type ShortcutsDialogProps = { open: boolean; on: boolean; onToggle: () => void; onClose: () => void };

/** List all keyboard shortcuts of the reports page, with a switch to turn them on or off. */
export function ShortcutsDialog({ open, on, onToggle, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={REPORT_QUEUE_TEXTS.keysTitle}
      description={REPORT_QUEUE_TEXTS.keysText}
    >
      <dl className={styles.allShortcuts}>
        {REPORT_QUEUE_TEXTS.keys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.checkbox}>
        <input type="checkbox" checked={on} onChange={onToggle} />
        {REPORT_QUEUE_TEXTS.keysOn}
      </label>
      <p className={staff.text}>{REPORT_QUEUE_TEXTS.keysOff}</p>
    </Dialog>
  );
}
