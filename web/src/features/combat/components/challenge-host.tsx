import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { SECOND } from '@rivalhold/shared/time-units.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { emit } from '../../../lib/socket.ts';
import { announce } from '../../../ui/live-region.tsx';
import { toast } from '../../../ui/toast.ts';
import type { OpenFight } from '../api.ts';
import { requestResume } from '../fight-openings.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

/** Return the time left (ms) to answer the challenge. */
const timeLeft = (until: string): number => Date.parse(until) - serverNow();

type ChallengeHostProps = {
  /**
   * The open fight whose challenge waits for an answer; null once the challenge is answered, in this tab or elsewhere.
   */
  challenge: OpenFight | null;
  onClose: (id: number) => void;
};

/** Show and announce the challenge that waits for the player's answer, until its time ends. */
export function ChallengeHost({ challenge, onClose }: ChallengeHostProps) {
  const navigate = useNavigate();
  const id = challenge?.id ?? 0;
  // Keep the texts of a closed dialog while it fades out.
  const [shown, setShown] = useState(challenge);
  if (challenge && challenge.id !== shown?.id) setShown(challenge);
  const [accepting, setAccepting] = useState<{ id: number; error: string | null } | null>(null);
  const own = accepting?.id === id ? accepting : null;
  const isAccepting = own !== null && own.error === null;
  const name = challenge?.opponent.username ?? '';
  const until = challenge?.askedUntil ?? null;
  const isRematch = challenge?.isRematch ?? false;
  const opponentId = challenge?.opponent.id ?? 0;
  const close = useCallback(() => onClose(id), [onClose, id]);
  const openFight = useCallback(
    (userId: number) => {
      requestResume(userId);
      return navigate({ to: '/fight/$userId', params: { userId: String(userId) } });
    },
    [navigate],
  );
  useEffect(() => {
    const text = isRematch ? CHALLENGE_TEXTS.announcedRematch : CHALLENGE_TEXTS.announced;
    if (until !== null) announce(text(name, Math.round(timeLeft(until) / SECOND)));
  }, [until, name, isRematch]);
  useEffect(() => {
    if (until === null || isAccepting) return undefined;
    const timer = setTimeout(() => {
      close();
      toast.info(CHALLENGE_TEXTS.missed(name), {
        action: { label: CHALLENGE_TEXTS.joinLate, onClick: () => void openFight(opponentId) },
      });
    }, timeLeft(until));
    return () => clearTimeout(timer);
  }, [until, name, opponentId, isAccepting, close, openFight]);
  // Joining the fight accepts the challenge. The response shows whether the challenger has just given up.
  const accept = async () => {
    if (isAccepting) return;
    setAccepting({ id, error: null });
    const answer = await emit('joinCombat', { combatId: id });
    if (!answer.ok) return setAccepting({ id, error: answer.message });
    close();
    if (answer.combat.status === 'over') return toast.info(CHALLENGE_TEXTS.ended(name));
    await openFight(answer.attacker.id);
  };
  if (!shown) return null;
  return (
    <ChallengeDialog
      key={shown.id}
      open={challenge !== null}
      challenge={shown}
      isAccepting={isAccepting}
      error={own?.error ?? null}
      onAccept={() => void accept()}
      onClose={close}
    />
  );
}
