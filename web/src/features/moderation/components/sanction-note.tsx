import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../entities/session/api.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { foundPlayerQuery } from '../api.ts';
import styles from './mutes.module.css';

type SanctionedPlayer = Pick<
  FoundPlayer,
  'id' | 'mutedUntil' | 'mutedBy' | 'mayMute' | 'suspended' | 'suspendedUntil' | 'suspendedBy' | 'maySuspend'
>;
type SanctionKind = 'mute' | 'suspension';

/**
 * Return the state of a player's mute or suspension.
 * - `active` is the active sanction, or null if there is none. Its `until` is null if it is permanent. Its `by` is null
 *   if the author's account is deleted.
 * - `refusal` is the reason why the viewer cannot add or change the sanction. It is null if the viewer can do so, or
 *   while the player is not loaded.
 */
export function useActiveSanction(player: SanctionedPlayer | undefined, sanction: SanctionKind) {
  const me = useUser();
  const isMute = sanction === 'mute';
  const until = (isMute ? player?.mutedUntil : player?.suspendedUntil) ?? null;
  const isGiven = player !== undefined && (isMute ? until !== null : player.suspended);
  const isActive = useEachSecond(
    (now) => isGiven && (until === null || Date.parse(until) > now),
    isGiven && until !== null,
  );
  const by = (isMute ? player?.mutedBy : player?.suspendedBy) ?? null;
  const isAllowed = (isMute ? player?.mayMute : player?.maySuspend) ?? true;
  const rankText = player?.id === me.id ? STAFF_ERRORS.self : STAFF_ERRORS.rank;
  // An expired sanction no longer prevents a new sanction.
  const refusal = isAllowed || (isGiven && !isActive) ? null : isActive ? MUTES_TEXTS.onlyAdmins : rankText;
  return { sanction, active: isActive ? { until, by } : null, refusal };
}

/** Look up a player by name, and return the active sanction. If `sanction` is null, nothing is looked up. */
export function useActiveSanctionByName(name: string, sanction: SanctionKind | null) {
  const { data } = useQuery({ ...foundPlayerQuery(name), enabled: sanction !== null });
  return useActiveSanction(sanction === null ? undefined : data, sanction ?? 'mute');
}

/**
 * Show the active sanction, if any, and the reason why the viewer cannot add or change the sanction. If there is no
 * such reason, a note says that a new sanction replaces the active sanction.
 */
export function SanctionNote({ sanction, active, refusal }: ReturnType<typeof useActiveSanction>) {
  if (!active && refusal === null) return null;
  const texts = MUTES_TEXTS.active[sanction];
  return (
    <p role="status" className={styles.sanction}>
      {active && (
        <>
          {active.until === null ? (
            texts.permanent
          ) : (
            <SentenceText parts={texts.until(<DateTime time={active.until} />)} />
          )}{' '}
          {active.by === null ? MUTES_TEXTS.setByDeletedUser : MUTES_TEXTS.setBy(active.by)}{' '}
        </>
      )}
      {refusal ?? texts.replaced}
    </p>
  );
}
