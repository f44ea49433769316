import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { showQuickView } from '../../../entities/players/quick-view.ts';
import { useUser } from '../../../entities/session/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { QuestionPopover } from '../../../ui/question-popover.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { useFriendAction, useRelationship } from '../use-relationship.ts';
import styles from './friend-chip.module.css';

type FriendChipProps = { player: { id: number; username: string }; className?: string };

/** Show a player's relationship to the viewer, with the actions that change it. */
export function FriendChip({ player, className }: FriendChipProps) {
  const { relationship, failed, retry } = useRelationship(player.id, useUser().id);
  const { mutate, isPending } = useFriendAction();
  // Restore the focus, because a change of the relationship can remove the pressed button.
  const chip = useRestoreFocus<HTMLSpanElement>(relationship?.kind);

  const shown = (): ReactNode => {
    if (failed) {
      return (
        <Button size="small" onClick={retry}>
          {FRIEND_TEXTS.retry}
        </Button>
      );
    }
    if (!relationship)
      return <Skeleton width="var(--chip-width, 7rem)" height="var(--chip-height, 2.25rem)" />;
    const text = FRIEND_TEXTS.chip[relationship.kind];
    // In a list of players, a button's text alone does not identify the player, so add the username as a description.
    const of = { 'aria-description': player.username };
    switch (relationship.kind) {
      case 'self':
        return <span className={styles.self}>{text}</span>;
      case 'friend':
        return (
          <QuestionPopover
            question={FRIEND_TEXTS.removeQuestion(player.username)}
            confirm={FRIEND_TEXTS.remove}
            cancel={FRIEND_TEXTS.cancel}
            onConfirm={() => mutate({ type: 'remove', userId: player.id })}
            trigger={
              <Button size="small" busy={isPending} className={styles.friend} {...of}>
                {text}
              </Button>
            }
          />
        );
      case 'incoming':
        return (
          <ButtonLink
            to="/friends"
            size="small"
            className={styles.incoming}
            onClick={() => showQuickView(null)}
            {...of}
          >
            {text}
          </ButtonLink>
        );
      default: {
        const type = relationship.kind === 'none' ? 'ask' : 'cancel';
        return (
          <Button size="small" busy={isPending} onClick={() => mutate({ type, userId: player.id })} {...of}>
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
