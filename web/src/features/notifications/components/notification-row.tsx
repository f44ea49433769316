import type { Notification, NotificationType } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { clsx } from 'clsx';
import {
  Check,
  Heart,
  Info,
  type LucideIcon,
  Mail,
  MessageSquareText,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { isPlainClick } from '../../../lib/clicks.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { countsOthers, notificationText, safePath } from '../list.ts';
import styles from './notifications.module.css';

/** The icon of each type. */
export const TYPE_ICONS: Record<NotificationType, LucideIcon> = {
  friend_request: UserRoundPlus,
  dm: Mail,
  like: Heart,
  comment: MessageSquareText,
  friend: UserRoundCheck,
  system: Info,
};

type NotificationRowProps = {
  item: Notification;
  /** Called with the pressed element, which is removed with the row. */
  onRead: (from: Element) => void;
  /** Called when the player opens the link. */
  onGo: (() => void) | undefined;
};

/** Show a notification; a press marks it as read and opens its link. */
export function NotificationRow({ item, onRead, onGo }: NotificationRowProps) {
  const { type, title, data, createdAt } = item;
  const Glyph = TYPE_ICONS[type];
  const go = (event: MouseEvent) => {
    onRead(event.currentTarget);
    if (isPlainClick(event)) onGo?.();
  };
  return (
    <Row align="start" gap={1} paddingBlock={1}>
      <PathLink path={safePath(data.link)} className={styles.go} onClick={go}>
        <span className={clsx(styles.type, styles[type])}>
          <Glyph size={20} aria-hidden="true" />
        </span>
        <Stack as="span">
          <span className={styles.title}>
            {title}
            {data.unreadCount > 1 && !countsOthers(item) && (
              <span className={styles.times}>
                <span aria-hidden="true">×{data.unreadCount}</span>
                <VisuallyHidden> {NOTIFICATION_TEXTS.times(data.unreadCount)}</VisuallyHidden>
              </span>
            )}
          </span>
          <span className={styles.text}>{notificationText(item)}</span>
          <Text as={RelativeTime} size={1} tone="quiet" time={createdAt} />
        </Stack>
      </PathLink>
      <IconButton
        label={NOTIFICATION_TEXTS.markOne(title)}
        size="small"
        className={styles.read}
        onClick={(event) => onRead(event.currentTarget)}
      >
        <Check size={18} aria-hidden="true" />
      </IconButton>
    </Row>
  );
}
