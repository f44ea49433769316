import type { FightSummary } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { emit, useSocketEvent } from '../../../lib/socket.ts';
import { announce } from '../../../ui/live-region.tsx';
import { toast } from '../../../ui/toast.ts';
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
  // The closed window fades out, so it stays mounted.
  const [key, setKey] = useState(combatId);
  if (combatId > 0 && combatId !== key) setKey(combatId);
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
    if (deadlineAt === null) return undefined;
    announce(CHALLENGE_TEXTS.announced(name, LIMITS.combat.challengeMs / SECOND_MS));
    const timer = setTimeout(() => {
      close();
      toast.info(CHALLENGE_TEXTS.missed(name));
    }, Date.parse(deadlineAt) - serverNow());
    return () => clearTimeout(timer);
  }, [deadlineAt, name, close]);
  // Joining accepts. The page alone would start a new fight if the challenger has just given up.
  const accept = async () => {
    const answer = await emit('joinCombat', { combatId });
    close();
    if (!answer.ok) return toast.error(answer.message);
    if (answer.combat.status === 'over') return toast.info(CHALLENGE_TEXTS.ended(name));
    await navigate({ to: '/fight/$userId', params: { userId: String(answer.attacker.id) } });
  };
  return <ChallengeDialog key={key} challenge={challenge} onAccept={() => void accept()} onClose={close} />;
}
