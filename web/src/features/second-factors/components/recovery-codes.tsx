import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogAnswers } from '../../../ui/dialog.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/toast.ts';

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
      <Grid as="ul" columns="9.5rem" gap={3} aria-label={TEXTS.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <DialogAnswers>
        <Button onClick={() => void copy()}>{TEXTS.copy}</Button>
        <Button variant="primary" data-autofocus onClick={onDone}>
          {TEXTS.codesSaved}
        </Button>
      </DialogAnswers>
    </>
  );
}
