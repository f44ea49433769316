import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './reports.module.css';

type KeysDialogProps = { open: boolean; on: boolean; onToggle: () => void; onClose: () => void };

/** Every key of the desk, and whether they do something. */
export function KeysDialog({ open, on, onToggle, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={QUEUE_TEXTS.keysTitle} description={QUEUE_TEXTS.keysText}>
      <dl className={styles.allKeys}>
        {QUEUE_TEXTS.keys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.also}>
        <input type="checkbox" checked={on} onChange={onToggle} />
        {QUEUE_TEXTS.keysOn}
      </label>
      <p className={desk.text}>{QUEUE_TEXTS.keysOff}</p>
    </Dialog>
  );
}
