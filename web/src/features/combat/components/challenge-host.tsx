import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { toastAbout } from '../../../entities/blocks/api.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { emit, useSocketEvent } from '../../../lib/socket.ts';
import { toast } from '../../../ui/toast.ts';
import { type OpenFight, questionOf } from '../api.ts';
import { requestResume } from '../fight-openings.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

/** Id of the toast about a challenge that the player did not answer in time. */
const MISSED = 'missed-challenge';

/** Return the time left (ms) to answer the challenge. */
const timeLeft = (until: string): number => Date.parse(until) - serverNow();

type ChallengeHostProps = {
  /** The open fight whose challenge waits for the player's answer; null if there is none. */
  challenge: OpenFight | null;
  onClose: (question: string) => void;
};

/** Show the challenge that waits for the player's answer, until the time to answer is over. */
export function ChallengeHost({ challenge, onClose }: ChallengeHostProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const id = challenge?.id ?? 0;
  // Keep the texts of a closed dialog while it fades out.
  const [shown, setShown] = useState(challenge);
  if (challenge && challenge !== shown) setShown(challenge);
  const [accepting, setAccepting] = useState<{ question: string; error: string | null } | null>(null);
  const [missed, setMissed] = useState<{ id: number; opponentId: number } | null>(null);
  const name = challenge?.opponent.username ?? '';
  const until = challenge?.challengeExpiresAt ?? null;
  const question = questionOf(challenge);
  const own = accepting?.question === question ? accepting : null;
  const isAccepting = own !== null && own.error === null;
  const opponentId = challenge?.opponent.id ?? 0;
  const close = useCallback(() => onClose(question), [onClose, question]);
  const openFight = useCallback(
    (userId: number) => {
      requestResume(userId);
      return navigate({ to: '/fight/$userId', params: { userId: String(userId) } });
    },
    [navigate],
  );
  useEffect(() => {
    if (until === null || isAccepting) return undefined;
    const timer = setTimeout(() => {
      close();
      setMissed({ id, opponentId });
      toast.info(CHALLENGE_TEXTS.missed(name), {
        id: MISSED,
        isPersistent: true,
        action: { label: CHALLENGE_TEXTS.joinLate, onClick: () => void openFight(opponentId) },
      });
    }, timeLeft(until));
    return () => clearTimeout(timer);
  }, [until, id, name, opponentId, isAccepting, close, openFight]);
  // Close the toast about the missed challenge once the player opens the fight in any tab, or the fight ends.
  const isMissedOpen = missed !== null && pathname === `/fight/${missed.opponentId}`;
  useEffect(() => {
    if (isMissedOpen) toast.dismiss(MISSED);
  }, [isMissedOpen]);
  // If a fight ends before the player has answered its challenge, the challenger has given up the fight.
  useSocketEvent('combatStateUpdate', ({ combat }) => {
    if (combat.id === id && combat.status === 'over' && !isAccepting)
      toast.info(CHALLENGE_TEXTS.withdrawn(name), { id: toastAbout(opponentId) });
  });
  useSocketEvent('combatOver', ({ combatId }) => {
    if (combatId === missed?.id) toast.dismiss(MISSED);
  });
  useSocketEvent('joinedCombat', ({ combatId, userId }) => {
    if (combatId === missed?.id && userId !== missed.opponentId) toast.dismiss(MISSED);
  });
  // Joining the fight accepts the challenge. The response shows whether the challenger has just given up.
  const accept = async () => {
    if (isAccepting) return;
    setAccepting({ question, error: null });
    const answer = await emit('joinCombat', { combatId: id });
    if (!answer.ok) return setAccepting({ question, error: answer.message });
    // While the site is read-only, joining does not accept the challenge.
    if (answer.combat.isChallengePending) return setAccepting({ question, error: ERROR_TEXTS.readOnly });
    close();
    if (answer.combat.status === 'over') return toast.info(CHALLENGE_TEXTS.ended(name));
    await openFight(answer.attacker.id);
  };
  if (!shown) return null;
  return (
    <ChallengeDialog
      key={questionOf(shown)}
      open={challenge !== null}
      challenge={shown}
      isAccepting={isAccepting}
      error={own?.error ?? null}
      onAccept={() => void accept()}
      onClose={close}
    />
  );
}
