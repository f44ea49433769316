import { useState } from 'react';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import type { AccountDialog } from '../dialogs.ts';
import { loadDialogs, openAccountDialog } from '../open-dialog.ts';

type AccountDialogButtonProps = Omit<ButtonProps, 'onClick' | 'busy'> & {
  opens: AccountDialog;
  /** Looks like the text around it. */
  plain?: boolean;
};

const preload = () => void loadDialogs().catch(() => undefined);

/** A button that opens an account dialog, and fetches its code as soon as it is pointed at or focused. */
export function AccountDialogButton({ opens, plain, ...rest }: AccountDialogButtonProps) {
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    await openAccountDialog(opens);
    setBusy(false);
  };
  const events = {
    'data-opens': opens,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void show(),
  };
  if (plain) {
    return (
      <button type="button" className={rest.className} {...events}>
        {rest.children}
      </button>
    );
  }
  return <Button {...rest} busy={busy} aria-haspopup="dialog" {...events} />;
}
