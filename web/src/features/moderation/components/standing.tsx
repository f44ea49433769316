import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { STAFF_REFUSALS } from '@rivalhold/shared/texts/moderation.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../entities/session/api.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Moment } from '../../../ui/moment.tsx';
import { foundQuery } from '../api.ts';
import styles from './mutes.module.css';

type Sanctions = Pick<
  FoundPlayer,
  'id' | 'mutedUntil' | 'mutedBy' | 'mayMute' | 'suspended' | 'suspendedUntil' | 'suspendedBy' | 'maySuspend'
>;
type Sanction = 'mute' | 'suspension';

/**
 * What holds of a player already (null for nothing): until when (null for good) and by whom; and why it is not for the
 * viewer to give or to change, null where it is, or where nothing is known yet.
 */
export function useStands(player: Sanctions | undefined, sanction: Sanction) {
  const me = useUser();
  const isMute = sanction === 'mute';
  const until = (isMute ? player?.mutedUntil : player?.suspendedUntil) ?? null;
  const given = player !== undefined && (isMute ? until !== null : player.suspended);
  const holds = useEachSecond(
    (now) => given && (until === null || Date.parse(until) > now),
    given && until !== null,
  );
  const by = (isMute ? player?.mutedBy : player?.suspendedBy) ?? null;
  const may = (isMute ? player?.mayMute : player?.maySuspend) ?? true;
  const rank = player?.id === me.id ? STAFF_REFUSALS.oneself : STAFF_REFUSALS.rank;
  // What has ended by now was all that stood in the way.
  const refusal = may || (given && !holds) ? null : holds ? MUTES_TEXTS.onlyAdmins : rank;
  return { sanction, held: holds ? { until, by } : null, refusal };
}

/** The same where only the player's name is known: it is asked for first. Null for no sanction, of which nothing is asked. */
export function useStandsOf(name: string, sanction: Sanction | null) {
  const { data } = useQuery({ ...foundQuery(name), enabled: sanction !== null });
  return useStands(sanction === null ? undefined : data, sanction ?? 'mute');
}

/** Says what holds already, and that another takes its place, or why that is not for the viewer. */
export function Stands({ sanction, held, refusal }: ReturnType<typeof useStands>) {
  if (!held && refusal === null) return null;
  const { already, replaced } = MUTES_TEXTS.standing[sanction];
  return (
    <p role="status" className={styles.stands}>
      {held && (
        <>
          {already}{' '}
          {held.until === null ? (
            MUTES_TEXTS.standing.forGood
          ) : (
            <>
              {MUTES_TEXTS.standing.until} <Moment time={held.until} />
            </>
          )}
          , <bdi>{held.by === null ? MUTES_TEXTS.byNobody : MUTES_TEXTS.by(held.by)}</bdi>.{' '}
        </>
      )}
      {refusal ?? replaced}
    </p>
  );
}
