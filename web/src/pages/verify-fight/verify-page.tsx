import { knowsRules } from '@rivalhold/shared/fights/rules.ts';
import { type FightRecord, verifyFight } from '@rivalhold/shared/fights/verify.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { ReportButton } from '../../entities/reports/report-button.tsx';
import { useUser } from '../../entities/session/api.ts';
import { fightRecordQuery } from '../../features/combat/api.ts';
import { VerdictBanner } from '../../features/combat/components/verdict-banner.tsx';
import { VerifyNumbers } from '../../features/combat/components/verify-numbers.tsx';
import { VerifySteps } from '../../features/combat/components/verify-steps.tsx';
import { readCommitment } from '../../features/combat/fight-commitments.ts';
import { statusOf } from '../../lib/errors.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Card } from '../../ui/card.tsx';
import { Grid, Page, Stack } from '../../ui/layout.tsx';
import { NumberedList } from '../../ui/numbered-list.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';

const FightReplay = lazyComponent(
  () => import('../../features/combat/components/fight-replay.tsx'),
  'FightReplay',
);

/** Replay a finished fight in this browser, and show what that proves. */
export function VerifyPage() {
  const { id } = useParams({ from: '/player/fights/$id' });
  const query = useQuery(fightRecordQuery(Number(id)));
  return (
    <Page gap={4}>
      <h1>{VERIFY_TEXTS.title}</h1>
      {query.data &&
        (knowsRules(query.data.rulesVersion) ? (
          <Verified record={query.data} />
        ) : (
          <Notice icon="hourglass" title={VERIFY_TEXTS.otherRules} text={VERIFY_TEXTS.otherRulesText} />
        ))}
      {query.isPending && (
        <Stack gap={4}>
          <Stack role="status">
            <Text tone="quiet">{VERIFY_TEXTS.loading}</Text>
          </Stack>
          <SkeletonCard height="10rem" picture="3rem" lines={5} />
          <Grid columns={['3fr', '2fr']} gap={4} align="start" stackOn="below-wide">
            <Card title={VERIFY_TEXTS.story}>
              <SkeletonLines lines={20} />
            </Card>
            <Stack gap={4}>
              <Explanation />
              <Card title={VERIFY_TEXTS.numbers}>
                <SkeletonLines lines={16} />
              </Card>
            </Stack>
          </Grid>
        </Stack>
      )}
      {query.error &&
        (statusOf(query.error) === 404 ? (
          <Notice icon="hourglass" title={VERIFY_TEXTS.notOver} />
        ) : (
          <Failure message={VERIFY_TEXTS.loadFailed} retry={() => void query.refetch()} />
        ))}
    </Page>
  );
}

function Verified({ record }: { record: FightRecord }) {
  const me = useUser();
  const verdict = useMemo(() => verifyFight(record, readCommitment(record.id), me.id), [record, me.id]);
  const isFighter = [record.attacker.id, record.defender.id].includes(me.id);
  // In the player's own fights, a report is about the opponent.
  const reported = record.attacker.id === me.id ? record.defender : record.attacker;
  return (
    <>
      <VerdictBanner record={record} verdict={verdict} />
      {record.nonces.attacker === '' && record.nonces.defender === '' && (
        <p role="note">{VERIFY_TEXTS.noNonce}</p>
      )}
      <p>
        <ReportButton kind="fight" id={record.id} of={reported} word />
      </p>
      {isFighter && verdict.passed && (
        <Card title={REPLAY_TEXTS.title}>
          <Suspense fallback={<Skeleton height="28rem" />}>
            <FightReplay record={record} meId={me.id} />
          </Suspense>
        </Card>
      )}
      <Grid columns={['3fr', '2fr']} gap={4} align="start" stackOn="below-wide">
        <Card title={VERIFY_TEXTS.story}>
          <VerifySteps record={record} steps={verdict.steps} />
        </Card>
        <Stack gap={4}>
          <Explanation />
          <Card title={VERIFY_TEXTS.numbers}>
            <VerifyNumbers record={record} />
          </Card>
        </Stack>
      </Grid>
    </>
  );
}

function Explanation() {
  return (
    <Card title={VERIFY_TEXTS.how}>
      <NumberedList sentences={VERIFY_TEXTS.explanation} />
    </Card>
  );
}
