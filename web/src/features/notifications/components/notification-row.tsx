import type { Notification, NotificationType } from '@rivalhold/shared/contract/notifications.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQuery } from '@tanstack/react-query';
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
import { type MouseEvent, useRef } from 'react';
import { isPlainClick } from '../../../lib/clicks.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { incomingQuery, RequestButtons } from '../../friends/index.ts';
import { countsOthers, gameIconFor, isChallenge, notificationText, safePath } from '../list.ts';
import styles from './notifications.module.css';

const TYPE_ICONS: Record<NotificationType, LucideIcon> = {
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

/**
 * Show a notification: the picture of the player who caused it, a sentence, and the buttons that answer it. A press on
 * the sentence marks the notification as read and opens its link.
 */
export function NotificationRow({ item, onRead, onGo }: NotificationRowProps) {
  const { data, createdAt } = item;
  const go = (event: MouseEvent) => {
    onRead(event.currentTarget);
    if (isPlainClick(event)) onGo?.();
  };
  return (
    <Grid columns={['1fr', 'auto']} align="start" paddingBlock={1}>
      <PathLink path={safePath(data.link)} className={styles.go} onClick={go}>
        <Picture item={item} />
        <span>
          <Sentence item={item} />
          {data.unreadCount > 1 && !countsOthers(item) && (
            <span className={styles.times}>
              <span aria-hidden="true">×{formatNumber(data.unreadCount)}</span>
              <VisuallyHidden> {NOTIFICATION_TEXTS.times(data.unreadCount)}</VisuallyHidden>
            </span>
          )}
          <Text as="span" size={1} tone="quiet">
            <RelativeTime time={createdAt} />
          </Text>
        </span>
      </PathLink>
      <IconButton
        label={NOTIFICATION_TEXTS.markOne(notificationText(item))}
        size="small"
        className={styles.read}
        onClick={(event) => onRead(event.currentTarget)}
      >
        <Check size={18} aria-hidden="true" />
      </IconButton>
      <Answer item={item} onGo={go} />
    </Grid>
  );
}

/**
 * Show the player's picture with an icon of the notification's kind. Without a player, show only the icon.
 */
function Picture({ item: { type, data } }: { item: Notification }) {
  const Glyph = TYPE_ICONS[type];
  const gameIcon = gameIconFor(data.link);
  const kind = gameIcon ? styles.game : styles[type];
  const icon = gameIcon ? <Icon name={gameIcon} size="70%" /> : <Glyph size="60%" aria-hidden="true" />;
  if (data.actorName === null) return <span className={clsx(styles.kind, styles.alone, kind)}>{icon}</span>;
  return (
    <span className={styles.picture}>
      <Avatar name={data.actorName} url={data.actorAvatarUrl} size={44} />
      <span className={clsx(styles.kind, kind)}>{icon}</span>
    </span>
  );
}

/**
 * Show the text with the player's name in bold. If the text names no player, show the title in bold before the text.
 */
function Sentence({ item }: { item: Notification }) {
  const { title, data } = item;
  const text = notificationText(item);
  const at = data.actorName === null ? -1 : text.indexOf(data.actorName);
  const end = at + (data.actorName?.length ?? 0);
  return (
    <span className={styles.text}>
      {at < 0 ? (
        <>
          <b>{title}</b> {text}
        </>
      ) : (
        <>
          {text.slice(0, at)}
          <b>{text.slice(at, end)}</b>
          {text.slice(end)}
        </>
      )}
    </span>
  );
}

/** Show the buttons that answer a friend request or a challenge. */
function Answer({ item, onGo }: { item: Notification; onGo: (event: MouseEvent) => void }) {
  const { actorId, actorName } = item.data;
  const requests = useQuery(incomingQuery).data;
  const found =
    item.type === 'friend_request' ? requests?.find(({ Sender }) => Sender.id === actorId) : undefined;
  // An answered request disappears shortly before its notification. Keep the buttons until the notification
  // disappears, so that the row does not shrink.
  const known = useRef(found);
  if (found) known.current = found;
  const request = known.current;
  if (!request && !isChallenge(item)) return null;
  return (
    <Row gap={2} wrap className={styles.answer}>
      {request ? (
        <RequestButtons request={request} />
      ) : (
        <ButtonLink
          to="/fight/$userId"
          params={{ userId: String(actorId) }}
          size="small"
          variant="primary"
          aria-label={actorName ? UI_TEXTS.actionFor(MENU_TEXTS.fightBack, actorName) : undefined}
          onClick={onGo}
        >
          {MENU_TEXTS.fightBack}
        </ButtonLink>
      )}
    </Row>
  );
}
