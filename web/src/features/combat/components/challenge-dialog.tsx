import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHALLENGE_TEXTS, COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { declineFight, type OpenFight } from '../api.ts';
import styles from './challenge-dialog.module.css';
import { TimerRing } from './status-line.tsx';

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable="true"]';

/**
 * Return the half of the window that does not contain the focused text field, or null if the player is not
 * typing.
 */
function freeHalf(): 'top' | 'bottom' | null {
  const field = document.activeElement?.closest(TEXT_FIELDS);
  if (!field) return null;
  const { top, height } = field.getBoundingClientRect();
  return top + height / 2 > innerHeight / 2 ? 'top' : 'bottom';
}

type ChallengeDialogProps = {
  /** False once the challenge is answered. The window then fades out. */
  open: boolean;
  challenge: OpenFight;
  isAccepting: boolean;
  /** The error if accepting the challenge failed. */
  error: string | null;
  onAccept: () => void;
  onClose: () => void;
};

/**
 * Ask the player to accept a live challenge. While the player types, the dialog is a card in the half of the window
 * without the text field, and does not take the focus.
 */
export function ChallengeDialog(props: ChallengeDialogProps) {
  const { open, challenge, isAccepting, onAccept, onClose } = props;
  const [half] = useState(freeHalf);
  const { username: name, avatarUrl, level } = challenge.opponent;
  const title = (challenge.isRematch ? CHALLENGE_TEXTS.rematch : CHALLENGE_TEXTS.title)(name);
  const decline = useMutation({ mutationFn: declineFight, onSuccess: onClose });
  const declineError = useErrorText(decline.error, CHALLENGE_TEXTS.declineFailed);
  const error = props.error ?? declineError;
  const sendDecline = () => isAccepting || decline.isPending || decline.mutate(challenge.id);
  const end = Date.parse(challenge.askedUntil ?? '');
  const question = (
    <Row gap={4}>
      <Avatar name={name} url={avatarUrl} size={56} />
      <Stack grow>
        <Text weight="medium">{COMBAT_TEXTS.level(level)}</Text>
        <Text size={1} tone="quiet">
          {CHALLENGE_TEXTS.text}
        </Text>
      </Stack>
      <TimerRing times={{ until: end, end, duration: LIMITS.combat.challengeMs, bank: 0 }} />
    </Row>
  );
  const answers = (
    <DialogAnswers>
      <Button busy={decline.isPending} aria-disabled={isAccepting || undefined} onClick={sendDecline}>
        {CHALLENGE_TEXTS.decline}
      </Button>
      <Button variant="primary" busy={isAccepting} onClick={onAccept}>
        {CHALLENGE_TEXTS.accept}
      </Button>
    </DialogAnswers>
  );
  if (half === null) {
    return (
      // Closing the dialog declines the challenge, so that the challenger does not wait for an answer.
      <Dialog open={open} onClose={sendDecline} title={title} strict>
        <Stack gap={3}>
          {question}
          <ErrorMessage text={error} />
          {answers}
        </Stack>
      </Dialog>
    );
  }
  if (!open) return null;
  return (
    <Surface
      as="section"
      role="dialog"
      aria-label={title}
      className={clsx(styles.card, styles[half])}
      gap={3}
      padding={4}
      border="ember"
      radius={3}
      shadow={2}
    >
      <Text as="h2" size={3}>
        {title}
      </Text>
      {question}
      <ErrorMessage text={error} />
      {answers}
    </Surface>
  );
}
