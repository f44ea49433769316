import { useEachSecond } from '../../lib/use-each-second.ts';
import { useSession } from '../session/index.ts';

/**
 * Return end (ISO 8601) and reason of the signed-in player's mute; null if not muted, from the second the
 * mute ends.
 */
export function useMute(): { until: string; reason: string | null } | null {
  const me = useSession();
  const until = me?.mutedUntil ?? null;
  const isActive = useEachSecond((now) => until !== null && Date.parse(until) > now, until !== null);
  return until !== null && isActive ? { until, reason: me?.muteReason ?? null } : null;
}
