import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import styles from './player-link.module.css';
import { prepareQuickView, type QuickPlayer, showQuickView } from './quick-view.ts';

type PlayerLinkProps = {
  player: QuickPlayer;
  children: ReactNode;
  className?: string | undefined;
  /** A second link beside the name, such as the picture: left out of the order of the keyboard and not spoken. */
  decorative?: boolean;
};

/** A player wherever one is shown: a press opens the quick view; in a new tab it is the link to their profile. */
export function PlayerLink({ player, children, className, decorative }: PlayerLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    showQuickView({ id: player.id, username: player.username });
  };
  return (
    <Link
      to="/profiles/$userId"
      params={{ userId: String(player.id) }}
      preload={false}
      className={clsx(styles.link, className)}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={prepareQuickView}
      onFocus={prepareQuickView}
      {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
    >
      {children}
    </Link>
  );
}
