import { useState } from 'react';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import type { AccountDialog } from '../dialogs.ts';
import { loadDialogs, openAccountDialog } from '../open-dialog.ts';

type AccountDialogButtonProps = Omit<ButtonProps, 'onClick' | 'busy'> & {
  dialog: AccountDialog;
  /** True to show the button in the style of the surrounding text. */
  plain?: boolean;
};

const preload = () => void loadDialogs().catch(() => undefined);

/** Render a button that opens an account dialog and preloads its code on hover or focus. */
export function AccountDialogButton({ dialog, plain, ...rest }: AccountDialogButtonProps) {
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    await openAccountDialog(dialog);
    setBusy(false);
  };
  const events = {
    'data-opens': dialog,
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
