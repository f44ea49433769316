import type { FightSummary } from '@rivalhold/shared/contract/combat.ts';
import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { declineFight } from '../api.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';

type ChallengeDialogProps = { challenge: FightSummary | null; onAccept: () => void; onClose: () => void };

/** Ask an online player to accept a live challenge; without an answer, their style fights. */
export function ChallengeDialog({ challenge, onAccept, onClose }: ChallengeDialogProps) {
  const seconds = useSecondsUntil(challenge?.combat.deadlineAt ?? null);
  const decline = useMutation({ mutationFn: declineFight, onSettled: onClose });
  const isOver = challenge !== null && seconds === 0;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  return (
    <Dialog
      open={challenge !== null && !isOver}
      onClose={onClose}
      title={CHALLENGE_TEXTS.title(challenge?.attacker.username ?? '')}
      description={CHALLENGE_TEXTS.text}
      strict
    >
      <p role="timer">{CHALLENGE_TEXTS.left(seconds)}</p>
      <DialogAnswers>
        <Button busy={decline.isPending} onClick={() => challenge && decline.mutate(challenge.combat.id)}>
          {CHALLENGE_TEXTS.decline}
        </Button>
        <Button variant="primary" onClick={onAccept}>
          {CHALLENGE_TEXTS.accept}
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
