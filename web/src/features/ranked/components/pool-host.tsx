import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Countdown } from '../../../entities/mutes/countdown.tsx';
import { readOnlyNotice } from '../../../entities/session/api.ts';
import { useShared } from '../../../lib/shared-value.ts';
import { Button } from '../../../ui/button.tsx';
import { InterruptingDialog } from '../../../ui/interrupting-dialog.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAcceptFight, useLeavePool } from '../actions.ts';
import { poolQuery } from '../api.ts';
import { prepareFight } from '../prepare-fight.ts';

const PAGE = '/ranked';

/** Return a sentence about a change of the player's state in the pool, or null if there is nothing to announce. */
function textOf(now: PoolState, before: PoolState | undefined): string | null {
  const wasFound = before?.status === 'found';
  switch (now.status) {
    case 'fighting':
      return before?.status === 'fighting' ? null : TEXTS.starting;
    case 'found':
      if (now.accepted) return before?.accepted ? null : TEXTS.accepted;
      return wasFound ? null : `${TEXTS.found}. ${TEXTS.foundText}`;
    case 'waiting':
      return wasFound ? TEXTS.stillWaiting : null;
    default:
      return wasFound ? TEXTS.ended : null;
  }
}

/**
 * On /ranked, announce changes of the player's state in the pool to screen readers. On other pages, show the changes in
 * a toast, ask the player to accept a found fight, and open the accepted fight once it begins.
 */
export function PoolHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data: pool } = useQuery(poolQuery);
  // The found fight that the player has answered in this tab, identified by the deadline for the answer.
  const answered = useRef<string | null>(null);
  const openFight = async ({ opponentId }: PoolState) => {
    if (opponentId !== null && (await prepareFight(opponentId)))
      await navigate({ to: '/fight/$userId', params: { userId: String(opponentId) } });
  };
  const show = (now: PoolState, before: PoolState | undefined) => {
    const isAnswered = answered.current !== null && answered.current === before?.answerUntil;
    const text = textOf(now, before);
    const hasDeclined = isAnswered && !before?.accepted && now.status === 'idle';
    if (text === null || hasDeclined || pathname === `/fight/${now.opponentId}`) return;
    if (pathname === PAGE) return announce(text);
    if (now.status === 'found' && !now.accepted) return;
    if (now.status === 'fighting' && isAnswered) {
      announce(text);
      return void openFight(now);
    }
    const action =
      now.status === 'fighting'
        ? { label: TEXTS.toFight, onClick: () => void openFight(now) }
        : { label: TEXTS.toPage, onClick: () => void navigate({ to: PAGE }) };
    toast.info(text, { id: 'ranked', action });
  };
  const previous = useRef<PoolState>(undefined);
  const onChange = useEffectEvent(show);
  useEffect(() => {
    if (!pool) return;
    onChange(pool, previous.current);
    previous.current = pool;
  }, [pool]);
  return (
    <FoundDialog
      open={pool?.status === 'found' && !pool.accepted && pathname !== PAGE}
      until={pool?.answerUntil ?? null}
      onAnswer={(until) => {
        answered.current = until;
      }}
    />
  );
}

type FoundDialogProps = {
  open: boolean;
  /** Deadline for the player's answer. */
  until: string | null;
  /** Called with `until` when the player answers, and with null if the answer fails. */
  onAnswer: (until: string | null) => void;
};

/** Ask the player to accept a found fight. */
function FoundDialog({ open, until, onAnswer }: FoundDialogProps) {
  // Keep showing the deadline while the closed dialog fades out.
  const [shown, setShown] = useState(until);
  if (open && until !== shown) setShown(until);
  const accept = useAcceptFight();
  const decline = useLeavePool();
  // While the site is read-only, the player cannot answer, but can close the dialog. When the site accepts changes
  // again, there is a new deadline, so the dialog opens again.
  const readOnly = useShared(readOnlyNotice);
  const isDisabled = readOnly !== null;
  const [closed, setClosed] = useState<string | null>(null);
  const isBusy = isDisabled || accept.isPending || decline.isPending;
  if (shown === null) return null;
  const send = ({ run }: Pick<typeof accept, 'run'>) => {
    if (isBusy) return;
    onAnswer(shown);
    run({ onError: () => onAnswer(null) });
  };
  return (
    <InterruptingDialog
      key={shown}
      open={open && shown !== closed}
      title={TEXTS.found}
      announcement={`${TEXTS.found}. ${TEXTS.foundText}`}
      error={accept.errorText ?? decline.errorText}
      // Closing the dialog declines the fight, so that the other player does not wait for an answer.
      onClose={() => (isDisabled ? setClosed(shown) : send(decline))}
      answers={
        <>
          <Button busy={decline.isPending} aria-disabled={isBusy || undefined} onClick={() => send(decline)}>
            {TEXTS.decline}
          </Button>
          <Button
            variant="primary"
            busy={accept.isPending}
            aria-disabled={isDisabled || undefined}
            onClick={() => send(accept)}
          >
            {TEXTS.accept}
          </Button>
        </>
      }
    >
      <Text data-needs-room>{TEXTS.foundText}</Text>
      {readOnly === null ? (
        <Text tabular>
          {TEXTS.timeLeft} <Countdown until={shown} />
        </Text>
      ) : (
        <Text>{READ_ONLY_TEXTS.noticeWith(TEXTS.readOnly, readOnly)}</Text>
      )}
    </InterruptingDialog>
  );
}
