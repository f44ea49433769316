import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { countsQuery } from '../api.ts';
import { MarkAll } from './mark-all.tsx';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';

/** Show notifications in a card, for example on the dashboard. */
export function NotificationsCard() {
  const unread = useQuery(countsQuery).data?.all ?? 0;
  return (
    <Card
      title={
        <>
          <Bell size={20} aria-hidden="true" />
          {NOTIFICATION_TEXTS.title}
          <Badge count={unread} label={String(unread)} />
        </>
      }
      action={<MarkAll />}
    >
      <div className={styles.scroll}>
        <NotificationList />
      </div>
    </Card>
  );
}
