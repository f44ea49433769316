import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MessageCircle } from 'lucide-react';
import type { MouseEvent } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useSession } from '../session/index.ts';
import { messagesArePage, preloadMessages, showMessages } from './window.ts';

type MessageButtonProps = {
  player: { id: number; username: string };
  size?: 'small' | 'medium';
  /** Called on click before the conversation opens, for example to close the surrounding window. */
  onClick?: () => void;
};

/**
 * Show a link to the conversation with a player. A click opens the conversation in a window or, if `messagesArePage`,
 * as a page. Renders nothing if the viewer is a guest or this player.
 */
export function MessageButton({ player, size, onClick }: MessageButtonProps) {
  const me = useSession();
  if (!me || me.id === player.id) return null;
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    onClick?.();
    if (messagesArePage()) return;
    event.preventDefault();
    showMessages(player.id);
  };
  return (
    <ButtonLink
      to="/dm/$userId"
      params={{ userId: String(player.id) }}
      preload={false}
      size={size}
      title={DM_TEXTS.messageTo(player.username)}
      onMouseEnter={preloadMessages}
      onFocus={preloadMessages}
      onClick={open}
    >
      <MessageCircle size={20} aria-hidden="true" />
      {DM_TEXTS.message}
    </ButtonLink>
  );
}
