import { useEachSecond } from '../../lib/use-each-second.ts';
import { useSession } from '../session/index.ts';

/** Until when the signed-in player is muted (ISO 8601) and why; null for who is not, from the second the mute ends. */
export function useMute(): { until: string; reason: string | null } | null {
  const me = useSession();
  const until = me?.mutedUntil ?? null;
  const runs = useEachSecond((now) => until !== null && Date.parse(until) > now, until !== null);
  return until !== null && runs ? { until, reason: me?.muteReason ?? null } : null;
}
