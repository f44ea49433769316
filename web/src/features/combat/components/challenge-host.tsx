import type { FightSummary } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { emit, useSocketEvent } from '../../../lib/socket.ts';
import { announce } from '../../../ui/live-region.tsx';
import { toast } from '../../../ui/toast.ts';
import { retryOpening } from '../failed-openings.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

const SECOND_MS = 1_000;

type ChallengeHostProps = { challenge: FightSummary | null; onClose: (closed: null) => void };

/**
 * Show and announce the challenge that waits for the player's answer, until it is answered here or in another tab, its
 * time ends, or the challenger leaves.
 */
export function ChallengeHost({ challenge, onClose }: ChallengeHostProps) {
  const navigate = useNavigate();
  const combatId = challenge?.combat.id ?? 0;
  // The closed window fades out with its texts.
  const [shown, setShown] = useState(challenge);
  if (challenge && challenge !== shown) setShown(challenge);
  const [accepting, setAccepting] = useState<{ id: number; error: string | null } | null>(null);
  const own = accepting?.id === combatId ? accepting : null;
  const isAccepting = own !== null && own.error === null;
  const name = challenge?.attacker.username ?? '';
  const deadlineAt = challenge?.combat.deadlineAt ?? null;
  const close = useCallback(() => onClose(null), [onClose]);
  useSocketEvent('combatStateUpdate', ({ combat }) => {
    if (combat.id === combatId && !combat.isAsked) close();
  });
  useSocketEvent('combatOver', (event) => {
    if (event.combatId === combatId) close();
  });
  useEffect(() => {
    if (deadlineAt !== null) announce(CHALLENGE_TEXTS.announced(name, LIMITS.combat.challengeMs / SECOND_MS));
  }, [deadlineAt, name]);
  useEffect(() => {
    if (deadlineAt === null || isAccepting) return undefined;
    const timer = setTimeout(() => {
      close();
      toast.info(CHALLENGE_TEXTS.missed(name));
    }, Date.parse(deadlineAt) - serverNow());
    return () => clearTimeout(timer);
  }, [deadlineAt, name, isAccepting, close]);
  // Joining accepts. The page alone would start a new fight if the challenger has just given up.
  const accept = async () => {
    if (isAccepting) return;
    setAccepting({ id: combatId, error: null });
    const answer = await emit('joinCombat', { combatId });
    if (!answer.ok) return setAccepting({ id: combatId, error: answer.message });
    close();
    if (answer.combat.status === 'over') return toast.info(CHALLENGE_TEXTS.ended(name));
    retryOpening({ meId: answer.defender.id, opponentId: answer.attacker.id });
    await navigate({ to: '/fight/$userId', params: { userId: String(answer.attacker.id) } });
  };
  if (!shown) return null;
  return (
    <ChallengeDialog
      key={shown.combat.id}
      open={challenge !== null}
      challenge={shown}
      isAccepting={isAccepting}
      error={own?.error ?? null}
      onAccept={() => void accept()}
      onClose={close}
    />
  );
}
