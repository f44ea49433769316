import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { CookieSettings } from './cookie-settings.tsx';
import styles from './form.module.css';

/** Opens the cookie list over the form, which keeps what was typed. */
export function CookieSettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {ACCOUNT_LABELS.cookieSettings}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={ACCOUNT_LABELS.cookieSettings}>
        <CookieSettings />
      </Dialog>
    </>
  );
}
