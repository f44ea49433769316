import type { PackId } from '@rivalhold/shared/contract/checkout.ts';
import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { useEffect, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api.ts';
import { faultOf } from '../../lib/errors.ts';
import { beginPayment } from './api.ts';

type Buying = {
  /** The pack whose payment page is being opened; null when none is. */
  opening: PackId | null;
  /** What went wrong last, and with which pack. */
  fault: { packId: PackId; text: string } | null;
  buy: (packId: PackId) => Promise<void>;
};

/** Leads to the payment page of a pack. The button is free again when that fails, and when one comes back. */
export function useOpenPayment(): Buying {
  const [opening, setOpening] = useState<PackId | null>(null);
  const [fault, setFault] = useState<Buying['fault']>(null);

  // A browser that goes back shows the page as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setOpening(null);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const buy = async (packId: PackId) => {
    if (opening) return;
    setOpening(packId);
    setFault(null);
    try {
      const { url } = await beginPayment(packId, newIdempotencyKey());
      window.location.assign(url);
    } catch (thrown) {
      setFault({ packId, text: await faultOf(thrown, CHECKOUT_TEXTS.failed) });
      setOpening(null);
    }
  };
  return { opening, fault, buy };
}
