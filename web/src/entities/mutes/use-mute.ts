import { useEachSecond } from '../../lib/use-each-second.ts';
import { useSession } from '../session/index.ts';

/**
 * Return the end (ISO 8601) and the reason of the signed-in player's mute, or null if the player is not muted. The
 * value becomes null in the second in which the mute ends.
 */
export function useMute(): { until: string; reason: string | null } | null {
  const me = useSession();
  const until = me?.mutedUntil ?? null;
  const isActive = useEachSecond((now) => until !== null && Date.parse(until) > now, until !== null);
  return until !== null && isActive ? { until, reason: me?.muteReason ?? null } : null;
}
