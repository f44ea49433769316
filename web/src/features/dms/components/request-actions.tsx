import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BlockButton } from '../../../entities/blocks/block-button.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { QuestionPopover } from '../../../ui/question-popover.tsx';
import { toastError } from '../../../ui/toast.ts';
import { acceptRequest, clearConversation } from '../api.ts';
import { showAsAccepted, showAsCleared } from '../realtime.ts';
import type { Select } from '../select.ts';
import type { Partner } from '../thread.ts';

type RequestActionsProps = {
  player: Partner;
  /** Id of the sender's latest message, which a report refers to. */
  latestId: number | null;
  onSelect: Select | undefined;
  focusField: () => void;
};

/** Explain a message request, and offer to accept it, to delete it, and to block or report its sender. */
export function RequestActions({ player, latestId, onSelect, focusField }: RequestActionsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const accepting = useMutation({
    mutationFn: () => acceptRequest(player.id),
    onSuccess: () => {
      // Move the focus, because these buttons are removed.
      focusField();
      showAsAccepted(client, player.id);
      announce(DM_TEXTS.accepted);
    },
    onError: toastError(DM_TEXTS.acceptFailed),
  });
  const deleting = useMutation({
    mutationFn: () => clearConversation(player.id),
    onSuccess: (upTo) => {
      showAsCleared(client, player.id, upTo);
      announce(DM_TEXTS.requestDeleted);
      if (onSelect) onSelect(null);
      else void navigate({ to: '/dm' });
    },
    onError: toastError(DM_TEXTS.requestDeleteFailed),
  });
  return (
    <Stack
      as="section"
      aria-label={DM_TEXTS.request}
      gap={2}
      paddingBlock={3}
      paddingInline={4}
      fixed
      fill={1}
      borderTop
      textAlign="center"
    >
      <p>{DM_TEXTS.requestText(player.username)}</p>
      <Row gap={2} wrap justify="center">
        <Button
          variant="primary"
          size="small"
          busy={accepting.isPending}
          onClick={() => !accepting.isPending && accepting.mutate()}
        >
          {DM_TEXTS.accept}
        </Button>
        <QuestionPopover
          question={DM_TEXTS.requestDeleteTitle}
          text={DM_TEXTS.clearText(player.username)}
          confirm={DM_TEXTS.removeConfirm}
          cancel={DM_TEXTS.cancel}
          onConfirm={() => deleting.mutate()}
          trigger={
            <Button size="small" busy={deleting.isPending}>
              {DM_TEXTS.requestDelete}
            </Button>
          }
        />
        <BlockButton player={player} variant="secondary" />
        {latestId !== null && <ReportButton kind="message" id={latestId} owner={player} hasLabel />}
      </Row>
    </Stack>
  );
}
