import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PRESENCE_TEXTS } from '@rivalhold/shared/texts/presence.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, EllipsisVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIsBlocked } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { closeMessages } from '../../../entities/conversations/window.ts';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { useIsOnline } from '../../../entities/presence/api.ts';
import { isTouch } from '../../../lib/touch.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Popover } from '../../../ui/popover.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { sayFault } from '../../../ui/toast.ts';
import { clearConversation } from '../api.ts';
import { showAsCleared } from '../realtime.ts';
import type { Select } from '../select.ts';
import type { Partner } from '../thread.ts';
import styles from './chat-header.module.css';

type ChatHeaderProps = {
  userId: number;
  /** Null while or where it is not known who it is. */
  player: Partner | null;
  waiting: boolean;
  onSelect: Select | undefined;
};

/** Who the conversation is with, and what one can do about it. */
export function ChatHeader({ userId, player, waiting, onSelect }: ChatHeaderProps) {
  const online = useIsOnline(userId);
  const back = (
    <>
      <ChevronLeft size={18} aria-hidden="true" />
      {DM_TEXTS.back}
    </>
  );
  return (
    <header className={styles.header}>
      {onSelect ? (
        <Button variant="ghost" size="small" className={styles.back} onClick={() => onSelect(null)}>
          {back}
        </Button>
      ) : (
        <ButtonLink to="/dm" variant="ghost" size="small" className={styles.back}>
          {back}
        </ButtonLink>
      )}
      {player ? (
        <>
          <PlayerLink player={player} decorative className={styles.face}>
            <PlayerAvatar player={player} size={40} />
          </PlayerLink>
          <div className={styles.words}>
            <Name player={player} />
            <p className={styles.presence}>{online && PRESENCE_TEXTS.online}</p>
          </div>
          <More player={player} />
        </>
      ) : waiting ? (
        <Skeleton width="12rem" height="2.5rem" />
      ) : (
        <h2 className={styles.name}>{DM_TEXTS.title}</h2>
      )}
    </header>
  );
}

/** On a touch screen a conversation is read from its heading; elsewhere one begins where one writes. */
function Name({ player }: { player: Partner }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isWriting = document.activeElement instanceof HTMLTextAreaElement;
    if (isTouch() && !isWriting) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.name}>
      <PlayerLink player={player} className={styles.link}>
        {player.username}
      </PlayerLink>
    </h2>
  );
}

function More({ player }: { player: Partner }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const blocked = useIsBlocked(player.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a block is said in the conversation, not in the menu
  useEffect(() => setOpen(false), [blocked]);
  const clearing = useMutation({
    mutationFn: () => clearConversation(player.id),
    onSuccess: (upTo) => {
      showAsCleared(client, player.id, upTo);
      announce(DM_TEXTS.cleared);
    },
    onError: sayFault(DM_TEXTS.clearFailed),
  });
  const show = (next: boolean) => {
    setOpen(next);
    setAsking(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={show}
      label={asking ? DM_TEXTS.clearTitle : DM_TEXTS.more}
      trigger={
        <IconButton label={DM_TEXTS.more} className={styles.more}>
          <EllipsisVertical size={22} aria-hidden="true" />
        </IconButton>
      }
    >
      {asking ? (
        <div className={styles.question}>
          <p className={styles.asked}>{DM_TEXTS.clearTitle}</p>
          <p>{DM_TEXTS.clearText(player.username)}</p>
          <div className={rhythm.answers}>
            <Button size="small" autoFocus onClick={() => show(false)}>
              {DM_TEXTS.cancel}
            </Button>
            <Button
              size="small"
              variant="danger"
              onClick={() => {
                show(false);
                clearing.mutate();
              }}
            >
              {DM_TEXTS.clearConfirm}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.deeds}>
          <ButtonLink
            to="/profiles/$userId"
            params={{ userId: String(player.id) }}
            variant="ghost"
            size="small"
            onClick={closeMessages}
          >
            {DM_TEXTS.viewProfile}
          </ButtonLink>
          <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
            {DM_TEXTS.clear}
          </Button>
          <BlockButton player={player} />
        </div>
      )}
    </Popover>
  );
}
