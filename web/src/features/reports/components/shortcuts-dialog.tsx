import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Choice } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
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
      <Facts rowGap={2} paddingBottom={3} className={styles.allShortcuts}>
        {REPORT_QUEUE_TEXTS.keys.map(({ key, does }) => (
          <Fact key={key} name={<kbd>{key}</kbd>}>
            {does}
          </Fact>
        ))}
      </Facts>
      <Choice variant="small" checked={on} onChange={onToggle}>
        {REPORT_QUEUE_TEXTS.keysOn}
      </Choice>
      <p className={staff.text}>{REPORT_QUEUE_TEXTS.keysOff}</p>
    </Dialog>
  );
}
