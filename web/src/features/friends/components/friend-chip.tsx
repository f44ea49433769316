import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUser } from '../../accounts/api.ts';
import type { FriendStep } from '../api.ts';
import { useFriendStep, useRelationship } from '../use-relationship.ts';
import styles from './friend-chip.module.css';

type FriendChipProps = { player: { id: number; username: string }; className?: string };
type Choice = { text: string; step: FriendStep | null; variant?: 'primary' | 'danger' };

/** What a player is to oneself, and the way to change that. */
export function FriendChip({ player, className }: FriendChipProps) {
  const { relationship, failed, retry } = useRelationship(player.id, useUser().id);
  const { mutate, isPending } = useFriendStep();
  const chip = useRef<HTMLSpanElement>(null);
  const kind = relationship?.kind;

  // What was pressed may be gone with the relationship it changed.
  const before = useRef(kind);
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== kind;
    before.current = kind;
    if (changed && document.activeElement === document.body) chip.current?.querySelector('button')?.focus();
  }, [kind]);

  const shown = (): ReactNode => {
    if (failed) {
      return (
        <Button size="small" onClick={retry}>
          {FRIEND_TEXTS.retry}
        </Button>
      );
    }
    if (!relationship) return <Skeleton width="7rem" height="2.25rem" />;
    const text = FRIEND_TEXTS.chip[relationship.kind];
    switch (relationship.kind) {
      case 'self':
        return <span className={styles.self}>{text}</span>;
      case 'friend':
        return (
          <Asking
            text={text}
            look={styles.friend}
            busy={isPending}
            question={FRIEND_TEXTS.removeQuestion(player.username)}
            choices={[
              { text: FRIEND_TEXTS.cancel, step: null },
              { text: FRIEND_TEXTS.remove, step: { type: 'remove', userId: player.id }, variant: 'danger' },
            ]}
            onStep={mutate}
          />
        );
      case 'incoming':
        return (
          <Asking
            text={text}
            look={styles.incoming}
            busy={isPending}
            question={FRIEND_TEXTS.asked(player.username)}
            choices={[
              { text: FRIEND_TEXTS.decline, step: { type: 'decline', requestId: relationship.requestId } },
              {
                text: FRIEND_TEXTS.accept,
                step: { type: 'accept', requestId: relationship.requestId },
                variant: 'primary',
              },
            ]}
            onStep={mutate}
          />
        );
      default: {
        const type = relationship.kind === 'none' ? 'ask' : 'cancel';
        return (
          <Button size="small" busy={isPending} onClick={() => mutate({ type, userId: player.id })}>
            {text}
          </Button>
        );
      }
    }
  };
  return (
    <span ref={chip} className={clsx(styles.chip, className)}>
      {shown()}
    </span>
  );
}

type AskingProps = {
  text: string;
  look: string | undefined;
  busy: boolean;
  question: string;
  choices: readonly Choice[];
  onStep: (step: FriendStep) => void;
};

/** A chip that asks before it does anything. */
function Asking({ text, look, busy, question, choices, onStep }: AskingProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open && !busy}
      onOpenChange={setOpen}
      label={question}
      trigger={
        <Button size="small" busy={busy} className={look}>
          {text}
        </Button>
      }
    >
      <div className={styles.question}>
        <p>{question}</p>
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Button
              key={choice.text}
              size="small"
              variant={choice.variant}
              onClick={() => {
                setOpen(false);
                if (choice.step) onStep(choice.step);
              }}
            >
              {choice.text}
            </Button>
          ))}
        </div>
      </div>
    </Popover>
  );
}
