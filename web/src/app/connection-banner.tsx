import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useState } from 'react';
import { readOnlyNotice } from '../entities/session/api.ts';
import { useShared } from '../lib/shared-value.ts';
import { useSocketState } from '../lib/socket.ts';
import { useOnline } from '../lib/use-online.ts';
import { BANNER_ID } from '../ui/banner-id.ts';
import styles from './connection-banner.module.css';

/** Delay (ms) before the banner appears, to ignore short interruptions. After 2 s, the banner must be visible. */
const SHOW_DELAY_MS = 1_000;

/** Show a banner while the visible data might be outdated, or while the site is read-only. */
export function ConnectionBanner() {
  const online = useOnline();
  const lost = useSocketState() === 'lost';
  const notice = useShared(readOnlyNotice);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!lost) return setIsLate(false);
    const timer = setTimeout(() => setIsLate(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  const text = online ? (isLate ? SHELL_TEXTS.connectionLost : notice) : SHELL_TEXTS.offline;
  return (
    <div id={BANNER_ID} role="status" className={styles.wrapper}>
      {text && <p className={styles.banner}>{text}</p>}
    </div>
  );
}
