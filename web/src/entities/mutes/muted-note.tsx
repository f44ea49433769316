import { MUTED_NOTICE_TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { VolumeX } from 'lucide-react';
import { DateTime } from '../../ui/date-time.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { Countdown } from './countdown.tsx';
import styles from './muted-note.module.css';
import { useMute } from './use-mute.ts';

/**
 * Stands where a muted player would write: until when and why, and how long it still is. Nothing for who is not muted;
 * it goes by itself when the mute ends. Ask `useMute` whether it takes the place of a composer.
 */
export function MutedNote() {
  const mute = useMute();
  if (!mute) return null;
  return (
    <div className={styles.note}>
      <VolumeX size={22} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p role="status" className={styles.title}>
          {MUTED_NOTICE_TEXTS.muted} <DateTime time={mute.until} />.
        </p>
        {mute.reason && (
          <p className={styles.reason}>
            {MUTED_NOTICE_TEXTS.reason}: <bdi>{mute.reason}</bdi>
          </p>
        )}
        <p className={rhythm.note}>
          {MUTED_NOTICE_TEXTS.left} <Countdown until={mute.until} className={styles.time} />
        </p>
      </div>
    </div>
  );
}
