import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHALLENGE_TEXTS, COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { SECOND } from '@rivalhold/shared/time-units.ts';
import { useMutation } from '@tanstack/react-query';
import { serverNow } from '../../../lib/server-clock.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { InterruptingDialog } from '../../../ui/interrupting-dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast.ts';
import { declineFight, type OpenFight } from '../api.ts';
import { TimerRing } from './status-line.tsx';

type ChallengeDialogProps = {
  /** False once the challenge is answered or the time to answer is over. The dialog then fades out. */
  open: boolean;
  challenge: OpenFight;
  isAccepting: boolean;
  /** The error if accepting the challenge failed. */
  error: string | null;
  onAccept: () => void;
  onClose: () => void;
};

/** Ask the player whether to accept a live challenge. */
export function ChallengeDialog(props: ChallengeDialogProps) {
  const { open, challenge, isAccepting, onAccept, onClose } = props;
  const { username: name, avatarUrl, level } = challenge.opponent;
  const decline = useMutation({
    mutationFn: declineFight,
    onSuccess: () => {
      onClose();
      toast.info(CHALLENGE_TEXTS.declined(name));
    },
  });
  const declineError = useErrorText(decline.error, CHALLENGE_TEXTS.declineFailed);
  const sendDecline = () => isAccepting || decline.isPending || decline.mutate(challenge.id);
  const end = Date.parse(challenge.challengeExpiresAt ?? '');
  const { title, rematch, announced, announcedRematch } = CHALLENGE_TEXTS;
  const seconds = Math.round((end - serverNow()) / SECOND);
  return (
    <InterruptingDialog
      open={open}
      title={(challenge.isRematch ? rematch : title)(name)}
      announcement={(challenge.isRematch ? announcedRematch : announced)(name, seconds)}
      error={props.error ?? declineError}
      // Closing the dialog declines the challenge, so that the challenger does not wait for an answer.
      onClose={sendDecline}
      answers={
        <>
          <Button busy={decline.isPending} aria-disabled={isAccepting || undefined} onClick={sendDecline}>
            {CHALLENGE_TEXTS.decline}
          </Button>
          <Button variant="primary" busy={isAccepting} onClick={onAccept}>
            {CHALLENGE_TEXTS.accept}
          </Button>
        </>
      }
    >
      <Row gap={4}>
        <Row gap={4} grow data-needs-room>
          <Avatar name={name} url={avatarUrl} size={56} />
          <Stack grow>
            <Text weight="medium">{COMBAT_TEXTS.level(level)}</Text>
            <Text size={1} tone="quiet">
              {CHALLENGE_TEXTS.text}
            </Text>
          </Stack>
        </Row>
        <TimerRing times={{ until: end, end, duration: LIMITS.combat.challengeMs, bank: 0 }} />
      </Row>
    </InterruptingDialog>
  );
}
