import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { QuestionPopover } from '../../ui/question-popover.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { blocksQuery, useIsBlocked, useToggleBlock } from './api.ts';
import styles from './block-button.module.css';

type BlockButtonProps = {
  player: { id: number; username: string };
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  className?: string;
};

/** Block a player after a confirmation that explains the effect, or unblock a blocked player. */
export function BlockButton({ player, variant = 'ghost', size = 'small', className }: BlockButtonProps) {
  const { isPending: isLoading } = useQuery(blocksQuery);
  const blocked = useIsBlocked(player.id);
  const { mutate, isPending } = useToggleBlock();
  const container = useRestoreFocus<HTMLSpanElement>(blocked);
  const look = { variant, size, className, busy: isPending || isLoading };
  return (
    <span ref={container} className={styles.wrapper}>
      {blocked ? (
        <Button
          {...look}
          aria-label={BLOCK_TEXTS.unblockPlayer(player.username)}
          onClick={() => mutate({ player, block: false })}
        >
          {BLOCK_TEXTS.unblock}
        </Button>
      ) : (
        <QuestionPopover
          question={BLOCK_TEXTS.question(player.username)}
          text={BLOCK_TEXTS.consequences}
          confirm={BLOCK_TEXTS.block}
          cancel={BLOCK_TEXTS.cancel}
          onConfirm={() => mutate({ player, block: true })}
          trigger={
            <Button {...look} aria-label={BLOCK_TEXTS.blockPlayer(player.username)}>
              <Ban size={16} aria-hidden="true" />
              {BLOCK_TEXTS.block}
            </Button>
          }
        />
      )}
    </span>
  );
}
