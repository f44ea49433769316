import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { preloadChallenge, showChallenge } from './challenge.ts';
import type { QuickPlayer } from './quick-view.ts';

type ChallengeButtonProps = {
  player: QuickPlayer;
  variant?: 'primary' | 'secondary';
  size?: 'small' | 'medium';
  className?: string | undefined;
  /** True to include the player's name in the accessible name, for example in a list. */
  named?: boolean;
  /** Called on click before the comparison opens, for example to close the surrounding window. */
  onClick?: () => void;
  /** The content of the button; by default the text `label`. */
  children?: ReactNode;
  label?: string;
};

/**
 * Show a link to a fight with a player. A plain click opens the comparison with the player, in which the viewer can
 * start the fight. In a new tab, the link opens the page of the fight.
 */
export function ChallengeButton(props: ChallengeButtonProps) {
  const { player, named, onClick, label = PROFILE_TEXTS.challenge, children = label, ...look } = props;
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onClick?.();
    showChallenge({ id: player.id, username: player.username });
  };
  return (
    <ButtonLink
      to="/fight/$userId"
      params={{ userId: String(player.id) }}
      preload={false}
      aria-haspopup="dialog"
      {...(named && { 'aria-label': UI_TEXTS.actionFor(label, player.username) })}
      {...look}
      onPointerEnter={preloadChallenge}
      onFocus={preloadChallenge}
      onClick={open}
    >
      {children}
    </ButtonLink>
  );
}
