import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
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
  /** True in a list: the accessible name then includes the player's name. */
  named?: boolean;
  /** Also called on click, for example to close the surrounding window. */
  onClick?: () => void;
  /** The label; 'Challenge' by default. `label` is its text. */
  children?: ReactNode;
  label?: string;
};

/** Open the comparison with a player, from which a fight can be started. A new tab opens the page of the fight. */
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
      {...(named && { 'aria-label': `${label}: ${player.username}` })}
      {...look}
      onPointerEnter={preloadChallenge}
      onFocus={preloadChallenge}
      onClick={open}
    >
      {children}
    </ButtonLink>
  );
}
