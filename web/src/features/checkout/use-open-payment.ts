import type { PackId } from '@rivalhold/shared/contract/checkout.ts';
import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { useEffect, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api.ts';
import { readErrorText } from '../../lib/errors.ts';
import { startPayment } from './api.ts';

type PaymentOpening = {
  /** The pack whose payment page is being opened, or null. */
  opening: PackId | null;
  /** The last error, and the pack that it concerns. */
  error: { packId: PackId; text: string } | null;
  buy: (packId: PackId) => Promise<void>;
};

/**
 * Return a function that opens a pack's payment page, and its state. The function can be used again after a failure,
 * and when the player returns to this page.
 */
export function useOpenPayment(): PaymentOpening {
  const [opening, setOpening] = useState<PackId | null>(null);
  const [error, setError] = useState<PaymentOpening['error']>(null);

  // Going back can restore the page from the back/forward cache with the button still busy, so reset it.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setOpening(null);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const buy = async (packId: PackId) => {
    if (opening) return;
    setOpening(packId);
    setError(null);
    try {
      const { url } = await startPayment(packId, newIdempotencyKey());
      window.location.assign(url);
    } catch (thrown) {
      setError({ packId, text: await readErrorText(thrown, CHECKOUT_TEXTS.failed) });
      setOpening(null);
    }
  };
  return { opening, error, buy };
}
