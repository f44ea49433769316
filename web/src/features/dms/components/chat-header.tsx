import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PRESENCE_TEXTS } from '@rivalhold/shared/texts/presence.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, EllipsisVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIsBlocked } from '../../../entities/blocks/api.ts';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { closeMessages } from '../../../entities/conversations/window.ts';
import { ChallengeButton } from '../../../entities/players/challenge-button.tsx';
import { PlayerAvatar } from '../../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { useIsOnline } from '../../../entities/presence/api.ts';
import { isTouch } from '../../../lib/touch.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { QuestionPopover } from '../../../ui/question-popover.tsx';
import { RefusedButton } from '../../../ui/refused-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { MuteButton } from '../../player-mutes/index.ts';
import { clearConversation } from '../api.ts';
import { showAsCleared } from '../realtime.ts';
import type { Select } from '../select.ts';
import type { Partner } from '../thread.ts';
import styles from './chat-header.module.css';

type ChatHeaderProps = {
  userId: number;
  /** Null while loading, and if the player is unknown. */
  player: Partner | null;
  waiting: boolean;
  /** Why the player cannot be challenged; null if they can. */
  challengeRejection: string | null;
  onSelect: Select | undefined;
};

/** Show the other player of a conversation, and the actions for the conversation. */
export function ChatHeader(props: ChatHeaderProps) {
  const { userId, player, waiting, challengeRejection, onSelect } = props;
  const online = useIsOnline(userId);
  const backLabel = (
    <>
      <ChevronLeft size={18} aria-hidden="true" />
      {DM_TEXTS.back}
    </>
  );
  return (
    <header className={styles.header}>
      {onSelect ? (
        <Button variant="ghost" size="small" className={styles.back} onClick={() => onSelect(null)}>
          {backLabel}
        </Button>
      ) : (
        <ButtonLink to="/dm" variant="ghost" size="small" className={styles.back}>
          {backLabel}
        </ButtonLink>
      )}
      {player ? (
        <>
          <Row as={PlayerLink} player={player} decorative>
            <PlayerAvatar player={player} size={40} />
          </Row>
          <Text as="div" grow>
            <Name player={player} />
            <Text size={1} tone="ally" className={styles.presence}>
              {online && PRESENCE_TEXTS.online}
            </Text>
          </Text>
          <Challenge player={player} rejection={challengeRejection} />
          <More player={player} />
        </>
      ) : waiting ? (
        <Skeleton width="12rem" height="2.75rem" />
      ) : (
        <h2>{DM_TEXTS.title}</h2>
      )}
    </header>
  );
}

type ChallengeProps = { player: Partner; rejection: string | null };

/** Show the challenge button. If a challenge is not possible, pressing the button shows the reason. */
function Challenge({ player, rejection }: ChallengeProps) {
  const content = (
    <>
      <Icon name="crossed-swords" />
      <span className={styles.word}>{PROFILE_TEXTS.challenge}</span>
    </>
  );
  if (rejection === null)
    return (
      <ChallengeButton player={player} size="small" named>
        {content}
      </ChallengeButton>
    );
  return (
    <RefusedButton
      reason={rejection}
      size="small"
      aria-label={UI_TEXTS.actionFor(PROFILE_TEXTS.challenge, player.username)}
    >
      {content}
    </RefusedButton>
  );
}

/**
 * Show the other player's name. When a conversation opens, the focus moves to the name on a touch screen, and to the
 * text field elsewhere.
 */
function Name({ player }: { player: Partner }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isWriting = document.activeElement instanceof HTMLTextAreaElement;
    if (isTouch() && !isWriting) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      <PlayerLink player={player} className={styles.link}>
        {player.username}
      </PlayerLink>
    </h2>
  );
}

function More({ player }: { player: Partner }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const blocked = useIsBlocked(player.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when the player is blocked or unblocked
  useEffect(() => setOpen(false), [blocked]);
  const clearing = useMutation({
    mutationFn: () => clearConversation(player.id),
    onSuccess: (upTo) => {
      showAsCleared(client, player.id, upTo);
      announce(DM_TEXTS.cleared);
    },
    onError: toastError(DM_TEXTS.clearFailed),
  });
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={DM_TEXTS.more}
      trigger={
        <IconButton label={DM_TEXTS.more}>
          <Text as="span" tone="quiet">
            <EllipsisVertical size={22} aria-hidden="true" />
          </Text>
        </IconButton>
      }
    >
      <Stack className={styles.actions}>
        <ButtonLink
          to="/profiles/$userId"
          params={{ userId: String(player.id) }}
          variant="ghost"
          size="small"
          onClick={closeMessages}
        >
          {DM_TEXTS.viewProfile}
        </ButtonLink>
        <QuestionPopover
          question={DM_TEXTS.clearTitle}
          text={DM_TEXTS.clearText(player.username)}
          confirm={DM_TEXTS.clearConfirm}
          cancel={DM_TEXTS.cancel}
          onConfirm={() => {
            setOpen(false);
            clearing.mutate();
          }}
          trigger={
            <Button variant="ghost" size="small">
              {DM_TEXTS.clear}
            </Button>
          }
        />
        <MuteButton player={player} />
        <BlockButton player={player} />
      </Stack>
    </Popover>
  );
}
