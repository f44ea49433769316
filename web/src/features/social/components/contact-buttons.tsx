import type { Refusals } from '@rivalhold/shared/contract/safety.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageButton } from '../../../entities/conversations/message-button.tsx';
import { ChallengeButton } from '../../../entities/players/challenge-button.tsx';
import type { ButtonProps } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RefusedButton } from '../../../ui/refused-button.tsx';

type ContactButtonsProps = {
  player: { id: number; username: string };
  /** For each action, the reason why the player refuses it, or null if there is none. Undefined until loaded. */
  refusals: Refusals | undefined;
  /** The look of the button that challenges the player. */
  challenge?: Pick<ButtonProps, 'className'> & { variant?: 'primary'; iconSize?: string };
  /** Called before the conversation opens. */
  onMessage?: () => void;
  /** Called before the challenge dialog opens. */
  onChallenge?: () => void;
};

/** Return the button that challenges a player, or a button that shows why the player accepts no challenges. */
function challengeButton({ player, refusals, challenge = {}, onChallenge }: ContactButtonsProps): ReactNode {
  const { iconSize, ...look } = challenge;
  const label = (
    <>
      <Icon name="crossed-swords" {...(iconSize && { size: iconSize })} />
      {PROFILE_TEXTS.challenge}
    </>
  );
  const refusal = refusals?.challenges;
  return refusal ? (
    <RefusedButton key="challenge" reason={REFUSAL_TEXTS.challenges[refusal]} {...look}>
      {label}
    </RefusedButton>
  ) : (
    <ChallengeButton key="challenge" player={player} {...look} {...(onChallenge && { onClick: onChallenge })}>
      {label}
    </ChallengeButton>
  );
}

/** Return the button that opens the conversation, or a button that shows why the player accepts no messages. */
function messageButton({ player, refusals, onMessage }: ContactButtonsProps): ReactNode {
  const refusal = refusals?.messages;
  return refusal ? (
    <RefusedButton key="message" reason={REFUSAL_TEXTS.messages[refusal]}>
      <MessageCircle size={20} aria-hidden="true" />
      {DM_TEXTS.message}
    </RefusedButton>
  ) : (
    <MessageButton key="message" player={player} {...(onMessage && { onClick: onMessage })} />
  );
}

/**
 * Show the buttons that challenge and message a player. If the player refuses an action, its button shows the reason.
 */
export function ContactButtons(props: ContactButtonsProps) {
  return (
    <>
      {challengeButton(props)}
      {messageButton(props)}
    </>
  );
}
