import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import { Text } from '../../ui/text.tsx';
import { preloadQuickView, type QuickPlayer, showQuickView } from './quick-view.ts';

/** A link that breaks words which are wider than its container. */
const TextLink = createLink((props: ComponentPropsWithRef<'a'>) => (
  <Text as="a" wrap="anywhere" {...props} />
));

type PlayerLinkProps = {
  player: QuickPlayer;
  children: ReactNode;
  className?: string | undefined;
  /**
   * True for a second link next to the name, such as the picture. The second link is outside the tab order and hidden
   * from screen readers.
   */
  decorative?: boolean;
};

/** Link to a player. A plain click opens the quick view. In a new tab, the link opens the profile. */
export function PlayerLink({ player, children, className, decorative }: PlayerLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    showQuickView({ id: player.id, username: player.username });
  };
  return (
    <TextLink
      to="/profiles/$userId"
      params={{ userId: String(player.id) }}
      preload={false}
      className={className}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={preloadQuickView}
      onFocus={preloadQuickView}
      {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
    >
      {children}
    </TextLink>
  );
}
