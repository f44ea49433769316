import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { Countdown } from '../../entities/mutes/countdown.tsx';
import desk from '../../entities/staff/desk.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { lift, mutesQuery, suspensionsQuery, unmute } from '../../features/moderation/api.ts';
import { LookUp } from '../../features/moderation/components/look-up.tsx';
import { MuteForm } from '../../features/moderation/components/mute-form.tsx';
import { RestrainedRow } from '../../features/moderation/components/restrained-row.tsx';
import { SuspendForm } from '../../features/moderation/components/suspend-form.tsx';
import { useFault } from '../../lib/use-fault.ts';
import { Card } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { WaitingRows } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** Who is muted and who is suspended, and the ways to do both and to end them. */
export function MutesPage() {
  return (
    <StaffScreen needs="moderator" title={MUTES_TEXTS.title} text={MUTES_TEXTS.text}>
      <div className={desk.columns}>
        <Card title={MUTES_TEXTS.muteTitle}>
          <LookUp>{(player, done) => <MuteForm player={player} done={done} />}</LookUp>
        </Card>
        <Card title={MUTES_TEXTS.suspendTitle} className={desk.roomy}>
          <p className={desk.text}>{MUTES_TEXTS.suspendText}</p>
          <LookUp>{(player, done) => <SuspendForm player={player} done={done} />}</LookUp>
        </Card>
        <Card title={MUTES_TEXTS.listTitle}>
          <Mutes />
        </Card>
        <Card title={MUTES_TEXTS.suspensionsTitle}>
          <Suspensions />
        </Card>
      </div>
    </StaffScreen>
  );
}

function Mutes() {
  const query = useQuery(mutesQuery);
  return (
    <ListState
      items={query.data}
      failure={useFault(query.error, MUTES_TEXTS.loadFailed)}
      retry={() => void query.refetch()}
      loading={<WaitingRows text={MUTES_TEXTS.loading} rows={3} />}
      empty={<Notice icon="campfire" title={MUTES_TEXTS.listEmpty} />}
    >
      {(mutes) => (
        <ul className={desk.list}>
          {mutes.map((mute) => (
            <RestrainedRow
              key={mute.userId}
              player={mute}
              lasts={<Countdown until={mute.mutedUntil} />}
              until={mute.mutedUntil}
              reason={mute.reason}
              by={mute.mutedBy}
              mayChange={mute.mayChange}
              queryKey={mutesQuery.queryKey}
              end={{
                call: () => unmute(mute.userId),
                word: MUTES_TEXTS.unmute,
                label: MUTES_TEXTS.unmutePlayer(mute.username),
                done: MUTES_TEXTS.unmuted(mute.username),
                failed: MUTES_TEXTS.unmuteFailed,
              }}
            />
          ))}
        </ul>
      )}
    </ListState>
  );
}

function Suspensions() {
  const query = useQuery(suspensionsQuery);
  return (
    <ListState
      items={query.data}
      failure={useFault(query.error, MUTES_TEXTS.suspensionsFailed)}
      retry={() => void query.refetch()}
      loading={<WaitingRows text={MUTES_TEXTS.suspensionsLoading} rows={3} />}
      empty={<Notice icon="campfire" title={MUTES_TEXTS.suspensionsEmpty} />}
    >
      {(suspensions) => (
        <ul className={desk.list}>
          {suspensions.map((suspension) => (
            <RestrainedRow
              key={suspension.userId}
              player={suspension}
              lasts={
                suspension.until === null ? (
                  MUTES_TEXTS.forGood
                ) : (
                  <>
                    {MUTES_TEXTS.untilShown} <Moment time={suspension.until} />
                  </>
                )
              }
              reason={suspension.reason}
              by={suspension.suspendedBy}
              mayChange={suspension.mayChange}
              queryKey={suspensionsQuery.queryKey}
              end={{
                call: () => lift(suspension.userId),
                word: MUTES_TEXTS.lift,
                label: MUTES_TEXTS.liftOf(suspension.username),
                done: MUTES_TEXTS.lifted(suspension.username),
                failed: MUTES_TEXTS.liftFailed,
              }}
            />
          ))}
        </ul>
      )}
    </ListState>
  );
}
