import { lazy, Suspense, useRef } from 'react';
import { loadDialogs, useAccountDialog } from '../dialogs.ts';

const AccountDialogs = lazy(async () => ({ default: (await loadDialogs()).AccountDialogs }));

/** Where the account dialogs are shown; they are loaded when the first of them opens. */
export function AccountDialogHost() {
  const open = useAccountDialog();
  const wanted = useRef(false);
  wanted.current ||= open !== null;
  if (!wanted.current) return null;
  return (
    <Suspense>
      <AccountDialogs open={open} />
    </Suspense>
  );
}
