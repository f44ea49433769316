import type { Assertion } from '@rivalhold/shared/contract/second-factors.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { offerPasskeys, passkeyProblem, signChallenge } from '../../entities/session/passkeys.ts';
import { api } from '../../lib/api.ts';

const RENEWAL_MS = FACTOR_LIMITS.challengeMs - 60_000;
const challenge = () => api('GET /api/session/passkey');

/**
 * Offer the player's passkeys in the autofill of the sign-in form, and on a button.
 * @param onSigned signs in with the response of the chosen passkey
 * @param onFailed receives the error if a passkey could not be used, or if the sign-in failed
 */
export function usePasskeys({
  onSigned,
  onFailed,
}: {
  onSigned: (passkey: Assertion) => Promise<void>;
  onFailed: (thrown: unknown) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const use = async (sign: () => Promise<Assertion>) => {
    setAsking(true);
    try {
      await onSigned(await sign());
    } catch (thrown) {
      onFailed(thrown);
      setAsking(false);
    }
  };
  const offer = useEffectEvent((signal: AbortSignal) => {
    // Ignore errors of the autofill, because players can still use the button, which shows why a passkey failed.
    offerPasskeys(challenge, signal).then(
      (passkey) => passkey && use(async () => passkey),
      () => {},
    );
  });
  useEffect(() => {
    // Offer no passkey while a passkey response is being sent. Each response increases the passkey's counter. If two
    // responses arrive in the wrong order, the counter decreases, and the server assumes that the passkey was copied.
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
  return { ask: () => void use(async () => signChallenge(await challenge())), isAsking };
}
