import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { countsQuery } from '../api.ts';
import { MarkAll } from './mark-all.tsx';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';

/** Show the navbar's bell with the unread count; a press opens the list. */
export function NotificationsBell({ container }: { container: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState(false);
  const unread = useQuery(countsQuery).data?.all ?? 0;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      container={container}
      label={NOTIFICATION_TEXTS.title}
      trigger={
        <Button
          variant="ghost"
          className={styles.bell}
          aria-label={NOTIFICATION_TEXTS.bell(unread)}
          title={NOTIFICATION_TEXTS.title}
        >
          <Bell size={22} aria-hidden="true" />
          <Badge count={unread} corner />
        </Button>
      }
    >
      <div className={styles.window}>
        <div className={styles.top}>
          <h2 className={styles.windowTitle}>{NOTIFICATION_TEXTS.title}</h2>
          <MarkAll />
        </div>
        <NotificationList onGo={() => setOpen(false)} />
      </div>
    </Popover>
  );
}
