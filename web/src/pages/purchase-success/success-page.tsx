import { CHECKOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshAfterMovement, setBalance } from '../../entities/coins/api.ts';
import { Balance } from '../../entities/coins/balance.tsx';
import { useUser } from '../../entities/session/api.ts';
import { paymentQuery } from '../../features/checkout/api.ts';
import { PaymentOutcome } from '../../features/checkout/components/payment-outcome.tsx';
import { useSocketEvent } from '../../lib/socket.ts';
import { ButtonLink } from '../../ui/button.tsx';

/**
 * Render /purchase/success: the return page after a payment. It thanks the player immediately and shows the coins once
 * they have arrived. A failed status check is not shown, because the coins arrive automatically.
 */
export function SuccessPage() {
  const { session_id: sessionId } = useSearch({ from: '/player/purchase/success' });
  const me = useUser();
  const client = useQueryClient();
  const payment = useQuery({ ...paymentQuery(sessionId ?? ''), enabled: sessionId !== undefined });
  useSocketEvent('coins:changed', ({ reason }) => {
    if (reason === 'card' && sessionId !== undefined) void payment.refetch();
  });
  const { status, coins = 0, balance } = payment.data ?? {};
  const isPaid = status === 'paid';
  useEffect(() => {
    if (!isPaid || balance === undefined) return;
    setBalance(client, me.id, balance);
    refreshAfterMovement(client, me.id, 'card');
  }, [isPaid, balance, client, me.id]);
  const isOver = status === 'cancelled';
  return (
    <PaymentOutcome
      icon={isOver ? 'broken-shield' : 'two-coins'}
      title={isOver ? TEXTS.cancelled : TEXTS.thanks}
      text={isPaid ? TEXTS.arrived(coins) : isOver ? TEXTS.notPaid : TEXTS.soon}
      note={status === 'pending' ? TEXTS.pending : null}
    >
      <Balance>
        <ButtonLink to="/store" variant="primary">
          {TEXTS.toStore}
        </ButtonLink>
        <ButtonLink to="/coinstore">{TEXTS.again}</ButtonLink>
      </Balance>
    </PaymentOutcome>
  );
}
