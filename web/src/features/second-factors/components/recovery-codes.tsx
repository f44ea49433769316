import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogAnswers } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from './factors.module.css';

/** Show new recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success(TEXTS.copied);
    } catch {
      toast.error(TEXTS.copyFailed);
    }
  };
  return (
    <>
      <ul className={styles.codes} aria-label={TEXTS.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogAnswers>
        <Button onClick={() => void copy()}>{TEXTS.copy}</Button>
        <Button variant="primary" data-autofocus onClick={onDone}>
          {TEXTS.codesSaved}
        </Button>
      </DialogAnswers>
    </>
  );
}
