import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { Countdown } from '../../entities/mutes/countdown.tsx';
import staff from '../../entities/staff/staff.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { liftSuspension, mutesQuery, suspensionsQuery, unmute } from '../../features/moderation/api.ts';
import { MuteForm } from '../../features/moderation/components/mute-form.tsx';
import { PlayerLookup } from '../../features/moderation/components/player-lookup.tsx';
import { Proposals } from '../../features/moderation/components/proposals.tsx';
import { SanctionRow } from '../../features/moderation/components/sanction-row.tsx';
import { SuspendForm } from '../../features/moderation/components/suspend-form.tsx';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Grid, Stack } from '../../ui/layout.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** Show muted and suspended players, and forms to mute and suspend players. Each mute or suspension can be ended. */
export function MutesPage() {
  return (
    <StaffScreen path="/admin/mutes" title={MUTES_TEXTS.title} text={MUTES_TEXTS.text}>
      <Proposals />
      <Grid columns={2} gap={5} align="start" stackOn="narrow">
        <Card title={MUTES_TEXTS.muteTitle}>
          <PlayerLookup>{(player, done) => <MuteForm player={player} done={done} />}</PlayerLookup>
        </Card>
        <Card title={MUTES_TEXTS.suspendTitle} className={staff.roomy}>
          <p className={staff.text}>{MUTES_TEXTS.suspendText}</p>
          <PlayerLookup>{(player, done) => <SuspendForm player={player} done={done} />}</PlayerLookup>
        </Card>
        <Card title={MUTES_TEXTS.listTitle}>
          <Mutes />
        </Card>
        <Card title={MUTES_TEXTS.suspensionsTitle}>
          <Suspensions />
        </Card>
      </Grid>
    </StaffScreen>
  );
}

function Mutes() {
  const query = useQuery(mutesQuery);
  return (
    <ListState
      items={query.data}
      failure={useErrorText(query.error, MUTES_TEXTS.loadFailed)}
      retry={() => void query.refetch()}
      loading={<SkeletonRows text={MUTES_TEXTS.loading} rows={3} />}
      empty={<Notice icon="campfire" title={MUTES_TEXTS.listEmpty} />}
    >
      {(mutes) => (
        <Stack as="ul" divided>
          {mutes.map((mute) => (
            <SanctionRow
              key={mute.userId}
              player={mute}
              endsLabel={<Countdown until={mute.mutedUntil} />}
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
        </Stack>
      )}
    </ListState>
  );
}

function Suspensions() {
  const query = useQuery(suspensionsQuery);
  return (
    <ListState
      items={query.data}
      failure={useErrorText(query.error, MUTES_TEXTS.suspensionsFailed)}
      retry={() => void query.refetch()}
      loading={<SkeletonRows text={MUTES_TEXTS.suspensionsLoading} rows={3} />}
      empty={<Notice icon="campfire" title={MUTES_TEXTS.suspensionsEmpty} />}
    >
      {(suspensions) => (
        <Stack as="ul" divided>
          {suspensions.map((suspension) => (
            <SanctionRow
              key={suspension.userId}
              player={suspension}
              endsLabel={
                suspension.until === null ? (
                  MUTES_TEXTS.permanent
                ) : (
                  <SentenceText parts={MUTES_TEXTS.untilShown(<DateTime time={suspension.until} />)} />
                )
              }
              reason={suspension.reason}
              by={suspension.suspendedBy}
              mayChange={suspension.mayChange}
              queryKey={suspensionsQuery.queryKey}
              end={{
                call: () => liftSuspension(suspension.userId),
                word: MUTES_TEXTS.lift,
                label: MUTES_TEXTS.liftOf(suspension.username),
                done: MUTES_TEXTS.lifted(suspension.username),
                failed: MUTES_TEXTS.liftFailed,
              }}
            />
          ))}
        </Stack>
      )}
    </ListState>
  );
}
