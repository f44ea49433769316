import type { NotificationCounts, NotificationType } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { TYPE_ICONS } from './notification-row.tsx';
import styles from './notifications.module.css';

const TYPES = Object.keys(TYPE_ICONS) as NotificationType[];

/** How many are unread of each type that has any. */
export function TypeCounts({ counts }: { counts: NotificationCounts }) {
  const some = TYPES.filter((type) => counts.byType[type] > 0);
  if (some.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={NOTIFICATION_TEXTS.unread}>
      {some.map((type) => {
        const Glyph = TYPE_ICONS[type];
        return (
          <li key={type}>
            <Glyph size={14} aria-hidden="true" />
            {NOTIFICATION_TEXTS.types[type](counts.byType[type])}
          </li>
        );
      })}
    </ul>
  );
}
