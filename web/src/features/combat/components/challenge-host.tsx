import type { FightSummary } from '@rivalhold/shared/contract/combat.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { useSocketEvent } from '../../../lib/socket.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

type ChallengeHostProps = { challenge: FightSummary | null; onClose: (closed: null) => void };

/** Show the challenge that waits for the player's answer, until it is answered here or in another tab. */
export function ChallengeHost({ challenge, onClose }: ChallengeHostProps) {
  const me = useUser();
  const navigate = useNavigate();
  useSocketEvent('combatStateUpdate', ({ combat }) => {
    if (combat.id === challenge?.combat.id && !combat.isAsked) onClose(null);
  });
  const close = useCallback(() => onClose(null), [onClose]);
  const waiting = challenge?.combat.isAsked && challenge.defender.id === me.id ? challenge : null;
  const accept = () => {
    close();
    if (waiting) void navigate({ to: '/fight/$userId', params: { userId: String(waiting.attacker.id) } });
  };
  return <ChallengeDialog challenge={waiting} onAccept={accept} onClose={close} />;
}
