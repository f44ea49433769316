import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import {
  closeMessages,
  messagesArePage,
  onPrepareMessages,
  prepareMessages,
  showMessages,
  useMessagesWindow,
} from '../../../entities/conversations/window.ts';
import { lazily } from '../../../lib/lazily.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { unreadQuery } from '../api.ts';
import { useMessageEvents } from '../realtime.ts';
import styles from './messages-nav.module.css';

const MessagesWindow = lazily(() => import('./messages-window.tsx'), 'MessagesWindow');
onPrepareMessages(MessagesWindow.prepare);

/** The navbar's way to messages, with how many are unread; keeps messages live on every page. */
export function MessagesNav({ userId }: { userId: number }) {
  useMessageEvents(userId);
  const unread = useQuery(unreadQuery).data ?? 0;
  const navigate = useNavigate();
  const shown = useMessagesWindow();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to another page, or signs out, has left it
  useEffect(() => closeMessages, [pathname]);
  return (
    <>
      <Button
        variant="ghost"
        className={styles.trigger}
        title={DM_TEXTS.open}
        onPointerEnter={prepareMessages}
        onFocus={prepareMessages}
        onClick={() => (messagesArePage() ? void navigate({ to: '/dm' }) : showMessages(null))}
      >
        <MessageCircle size={22} aria-hidden="true" />
        <VisuallyHidden>{DM_TEXTS.open}</VisuallyHidden>
        <Badge count={unread} label={`, ${DM_TEXTS.unread(unread)}`} corner />
      </Button>
      <OnceOpen open={shown !== null}>
        <MessagesWindow />
      </OnceOpen>
    </>
  );
}
