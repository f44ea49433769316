import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import {
  closeMessages,
  messagesArePage,
  onPreloadMessages,
  preloadMessages,
  showMessages,
  useMessagesWindow,
} from '../../../entities/conversations/window.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { unreadQuery } from '../api.ts';
import { useMessageEvents } from '../realtime.ts';
import styles from './messages-nav.module.css';

const MessagesWindow = lazyComponent(() => import('./messages-window.tsx'), 'MessagesWindow');
onPreloadMessages(MessagesWindow.preload);

/** Show the messages button of the navbar with the unread count, and keep messages up to date on every page. */
export function MessagesNav({ userId }: { userId: number }) {
  useMessageEvents(userId);
  const unread = useQuery(unreadQuery).data ?? 0;
  const navigate = useNavigate();
  const shown = useMessagesWindow();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the window on navigation and sign-out
  useEffect(() => closeMessages, [pathname]);
  return (
    <>
      <Button
        variant="ghost"
        className={styles.trigger}
        title={DM_TEXTS.open}
        onPointerEnter={preloadMessages}
        onFocus={preloadMessages}
        onClick={() => (messagesArePage() ? void navigate({ to: '/dm' }) : showMessages(null))}
      >
        <MessageCircle size={22} aria-hidden="true" />
        <VisuallyHidden>{unread > 0 ? DM_TEXTS.openUnread(unread) : DM_TEXTS.open}</VisuallyHidden>
        <Badge count={unread} corner />
      </Button>
      <LazyMount open={shown !== null}>
        <MessagesWindow />
      </LazyMount>
    </>
  );
}
