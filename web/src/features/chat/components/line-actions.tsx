import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { Trash2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { lazily } from '../../../lib/lazily.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { useDeleteLine, useMuteForADay } from '../api.ts';
import styles from './line-actions.module.css';

const MuteDialog = lazily(() => import('./mute-dialog.tsx'), 'MuteDialog');

type LineActionsProps = { id: number; player: { id: number; username: string }; me: SessionUser };

/** What can be done about a line that a player said. */
export function LineActions({ id, player, me }: LineActionsProps) {
  const isMine = player.id === me.id;
  const report = <ReportButton kind="chatMessage" id={id} of={player} className={styles.report} />;
  if (!isStaff(me)) return report;
  return (
    <div className={styles.actions}>
      {report}
      <DeleteButton id={id} player={player} />
      {!isMine && <MuteButton player={player} />}
    </div>
  );
}

function DeleteButton({ id, player }: Pick<LineActionsProps, 'id' | 'player'>) {
  const deleting = useDeleteLine();
  const remove = async () => {
    const { deleteTitle: title, deleteText: text, delete: yes } = CHAT_TEXTS;
    if (!(await confirm({ title, text, confirm: yes, danger: true }))) return;
    deleting.mutate(id, { onSuccess: () => announce(CHAT_TEXTS.deleted) });
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

function MuteButton({ player }: Pick<LineActionsProps, 'player'>) {
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
      <OnceOpen open={open}>
        <MuteDialog
          name={player.username}
          open={open}
          onClose={() => setOpen(false)}
          onMute={(reason, onDone) => {
            setOpen(false);
            muting.mutate({ player, reason }, { onSuccess: onDone });
          }}
        />
      </OnceOpen>
    </>
  );
}
