import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/toast.ts';
import type { AddedFactor, FactorDialog } from '../dialogs.ts';
import { AppSetupForm } from './app-setup-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { RenameForm } from './rename-form.tsx';

type FactorDialogsProps = {
  /** The step that the dialog shows, also while it fades out. */
  dialog: FactorDialog;
  open: boolean;
  onClose: () => void;
  /** True if the player has a passkey that this browser can use. */
  hasPasskey: boolean;
  /** Show the next step; null closes the dialog. */
  onNext: (next: FactorDialog | null) => void;
  /** Called when the authenticator app is set up. Returns the next step, or null if there is none. */
  onAppAdded: (result: AddedFactor) => Promise<FactorDialog | null>;
  onRenamed: () => void;
};

function titleOf(dialog: FactorDialog): { title: string; description?: string } {
  if (dialog.kind === 'proof') return { title: dialog.change.title, description: dialog.change.text };
  if (dialog.kind === 'app') return { title: TEXTS.setUpTitle, description: TEXTS.scan };
  if (dialog.kind === 'codes') return { title: TEXTS.codesTitle, description: TEXTS.codesShown };
  return { title: TEXTS.renameTitle };
}

/** Show the steps of changing a second factor in one dialog. Load this component with `lazyComponent()`. */
export function FactorDialogs(props: FactorDialogsProps) {
  const { dialog, open, onClose, hasPasskey, onNext, onAppAdded, onRenamed } = props;
  const content = useRef<HTMLDivElement>(null);
  // The dialog moves the focus only when it opens, so move the focus here when the dialog shows another step.
  useEffect(() => {
    if (dialog.kind === 'app' || dialog.kind === 'codes')
      content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [dialog]);
  const isOneTime = dialog.kind === 'app' || dialog.kind === 'codes';
  return (
    <Dialog open={open} onClose={onClose} {...titleOf(dialog)} strict={isOneTime}>
      <div ref={content}>
        {dialog.kind === 'proof' && (
          <ProofForm change={dialog.change} hasPasskey={hasPasskey} onCancel={onClose} onDone={onNext} />
        )}
        {dialog.kind === 'app' && (
          <AppSetupForm
            app={dialog.app}
            onCancel={onClose}
            onDone={(result) => void onAppAdded(result).then(onNext)}
          />
        )}
        {dialog.kind === 'codes' && <RecoveryCodes codes={dialog.codes} onDone={onClose} />}
        {dialog.kind === 'rename' && (
          <RenameForm passkey={dialog.passkey} onCancel={onClose} onDone={onRenamed} />
        )}
      </div>
    </Dialog>
  );
}

/** Show new recovery codes, which cannot be shown again. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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
