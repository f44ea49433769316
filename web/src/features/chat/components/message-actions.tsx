import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { EllipsisVertical, Reply, Trash2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ownReactions, ReactionButton } from '../../../entities/reactions/reaction-button.tsx';
import { ReactionPicker } from '../../../entities/reactions/reaction-picker.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { BREAKPOINTS } from '../../../lib/breakpoints.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmWithReason } from '../../../ui/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { onEscape } from '../../../ui/on-escape.ts';
import { useDeleteMessage, useLobbyReaction, useMuteForADay } from '../api.ts';
import { reactionCounts } from '../lobby.ts';
import styles from './message-actions.module.css';

const MuteDialog = lazyComponent(() => import('./mute-dialog.tsx'), 'MuteDialog');

type MessageActionsProps = {
  id: number;
  message: ChatMessage;
  player: { id: number; username: string };
  me: SessionUser;
  /** True if the viewer can write in the lobby. */
  canWrite: boolean;
  onReply: (message: ChatMessage) => void;
};

/** Show the actions for a lobby message. In a narrow window, a button opens them. */
export function MessageActions(props: MessageActionsProps) {
  const { message, player, me, canWrite } = props;
  const isNarrow = useMediaQuery(BREAKPOINTS.narrow);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isNarrow) return <Actions {...props} />;
  if (!canWrite && !isOpenToReports(message, me)) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        variant="quiet"
        size="small"
        label={CHAT_TEXTS.actionsOf(player.username)}
        aria-expanded={open}
        className={styles.more}
        onClick={() => setOpen(!open)}
      >
        <EllipsisVertical size={16} aria-hidden="true" />
      </IconButton>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button
        <div className={styles.opened} onKeyDown={onEscape(close)}>
          <Actions {...props} hasLabels onDone={close} />
        </div>
      )}
    </>
  );
}

/** Check whether the viewer can report or delete a message, or mute its author. */
const isOpenToReports = ({ type, userId }: ChatMessage, me: SessionUser): boolean =>
  type !== 'bot' && (userId !== me.id || isStaff(me));

type ActionsProps = MessageActionsProps & {
  /** True to show text next to the icons. */
  hasLabels?: boolean;
  /** Called when the viewer picks a reaction or starts a reply. */
  onDone?: () => void;
};

function Actions(props: ActionsProps) {
  const { id, message, player, me, canWrite, onReply, hasLabels = false, onDone } = props;
  const setReaction = useLobbyReaction(id);
  const reactions = reactionCounts(message);
  const own = ownReactions(reactions);
  const moderation = isOpenToReports(message, me) && <ModerationActions {...props} />;
  if (!canWrite) return moderation;
  if (!hasLabels)
    return (
      <Row gap={1} align="stretch">
        <ReactionButton
          name={player.username}
          reactions={reactions}
          onToggle={setReaction}
          onReply={() => onReply(message)}
          className={styles.quiet}
        />
        {moderation}
      </Row>
    );
  return (
    <Stack gap={1}>
      <ReactionPicker
        own={own}
        onPick={(emoji) => {
          onDone?.();
          setReaction(emoji, !own.includes(emoji));
        }}
      />
      <Row gap={1} wrap>
        <Button
          size="small"
          variant="ghost"
          className={styles.action}
          onClick={() => {
            onDone?.();
            onReply(message);
          }}
        >
          <Reply size={16} aria-hidden="true" />
          {REACTION_TEXTS.reply}
        </Button>
        {moderation}
      </Row>
    </Stack>
  );
}

function ModerationActions({ id, player, me, hasLabels = false }: ActionsProps) {
  const isMine = player.id === me.id;
  const report = (
    <ReportButton
      kind="chatMessage"
      id={id}
      owner={player}
      hasLabel={hasLabels}
      className={hasLabels ? styles.action : styles.quiet}
    />
  );
  if (!isStaff(me)) return report;
  return (
    <Row gap={1} align="stretch">
      {report}
      <DeleteButton id={id} player={player} me={me} />
      {!isMine && <MuteButton player={player} />}
    </Row>
  );
}

function DeleteButton({ id, player, me }: Pick<MessageActionsProps, 'id' | 'player' | 'me'>) {
  const deleting = useDeleteMessage();
  const remove = async () => {
    const { deleteTitle: title, deleteText: text, delete: confirmLabel } = CHAT_TEXTS;
    const asksReason = player.id !== me.id;
    const reason = await confirmWithReason({ title, text, confirm: confirmLabel, danger: true, asksReason });
    if (reason) deleting.mutate({ id, reason }, { onSuccess: () => announce(CHAT_TEXTS.deleted) });
  };
  return (
    <Button
      size="small"
      variant="ghost"
      className={styles.action}
      busy={deleting.isPending}
      aria-label={CHAT_TEXTS.deleteOf(player.username)}
      onClick={() => void remove()}
    >
      <Trash2 size={14} aria-hidden="true" />
      {CHAT_TEXTS.delete}
    </Button>
  );
}

function MuteButton({ player }: Pick<MessageActionsProps, 'player'>) {
  const muting = useMuteForADay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className={styles.action}
        busy={muting.isPending}
        aria-label={CHAT_TEXTS.muteOf(player.username)}
        onClick={() => setOpen(true)}
      >
        <VolumeX size={14} aria-hidden="true" />
        {CHAT_TEXTS.mute}
      </Button>
      <LazyMount open={open}>
        <MuteDialog
          name={player.username}
          open={open}
          onClose={() => setOpen(false)}
          onMute={(reason, onDone) => {
            setOpen(false);
            muting.mutate({ player, ...reason }, { onSuccess: onDone });
          }}
        />
      </LazyMount>
    </>
  );
}
