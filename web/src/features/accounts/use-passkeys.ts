import type { Assertion } from '@rivalhold/shared/contract/second-factors.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { offerPasskeys, passkeyProblem, signChallenge } from '../../entities/session/passkeys.ts';
import { api } from '../../lib/api.ts';

const RENEWAL_MS = LIMITS.secondFactors.challengeMs - 60_000;
const challenge = () => api('GET /api/session/passkey');

/**
 * Offer the player's passkeys in the autofill of the sign-in form, and on a button. `onSigned` receives the response of
 * the chosen passkey.
 */
export function usePasskeys({
  onSigned,
  onFailed,
}: {
  onSigned: (passkey: Assertion) => void;
  onFailed: (thrown: unknown) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const offer = useEffectEvent((signal: AbortSignal) => {
    // Autofill is only a convenience. If it fails, the button shows the reason.
    offerPasskeys(challenge, signal).then(
      (passkey) => passkey && onSigned(passkey),
      () => {},
    );
  });
  useEffect(() => {
    // The button replaces the offer.
    if (isAsking || passkeyProblem() !== null) return undefined;
    let offered = new AbortController();
    offer(offered.signal);
    // Replace the challenge before it expires.
    const timer = setInterval(() => {
      offered.abort();
      offered = new AbortController();
      offer(offered.signal);
    }, RENEWAL_MS);
    return () => {
      clearInterval(timer);
      offered.abort();
    };
  }, [isAsking]);
  const ask = async () => {
    setAsking(true);
    try {
      onSigned(await signChallenge(await challenge()));
    } catch (thrown) {
      onFailed(thrown);
    } finally {
      setAsking(false);
    }
  };
  return { ask: () => void ask(), isAsking };
}
