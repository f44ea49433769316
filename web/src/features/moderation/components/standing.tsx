import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Moment } from '../../../ui/moment.tsx';
import { useUser } from '../../accounts/api.ts';
import { foundQuery } from '../api.ts';
import { useEachSecond } from '../clock.ts';
import styles from './mutes.module.css';

type Sanctions = Pick<
  FoundPlayer,
  'mutedUntil' | 'mutedBy' | 'mayMute' | 'suspended' | 'suspendedUntil' | 'suspendedBy' | 'maySuspend'
>;
type Sanction = 'mute' | 'suspension';

/** What holds of a player already: until when (null for good), by whom, and whether it is for the viewer to change. */
export function useStands(player: Sanctions | undefined, sanction: Sanction) {
  const isMute = sanction === 'mute';
  const until = (isMute ? player?.mutedUntil : player?.suspendedUntil) ?? null;
  const given = player !== undefined && (isMute ? until !== null : player.suspended);
  const holds = useEachSecond(
    (now) => given && (until === null || Date.parse(until) > now),
    given && until !== null,
  );
  if (!player || !holds) return null;
  return isMute
    ? { until, by: player.mutedBy, mayChange: player.mayMute }
    : { until, by: player.suspendedBy, mayChange: player.maySuspend };
}

type StandsProps = { sanction: Sanction; stands: ReturnType<typeof useStands> };

/** Says what holds already, and that another takes its place or that only admins can change it. */
export function Stands({ sanction, stands }: StandsProps) {
  if (!stands) return null;
  const { already, replaced } = MUTES_TEXTS.standing[sanction];
  const { until, by, mayChange } = stands;
  return (
    <p role="status" className={styles.stands}>
      {already}{' '}
      {until === null ? (
        MUTES_TEXTS.standing.forGood
      ) : (
        <>
          {MUTES_TEXTS.standing.until} <Moment time={until} />
        </>
      )}
      , <bdi>{by === null ? MUTES_TEXTS.byNobody : MUTES_TEXTS.by(by)}</bdi>.{' '}
      {mayChange ? replaced : MUTES_TEXTS.onlyAdmins}
    </p>
  );
}

type AskedProps = {
  name: string;

  /** Gets whether a mute that holds, if one does, is for the viewer to replace. */
  children: (mayMute: boolean) => ReactNode;
};

/** The same of a mute where only the player's name is known: it is asked for first. */
export function StandingMute({ name, children }: AskedProps) {
  const { role } = useUser();
  const stands = useStands(useQuery(foundQuery(role, name)).data, 'mute');
  return (
    <>
      <Stands sanction="mute" stands={stands} />
      {children(stands?.mayChange ?? true)}
    </>
  );
}
