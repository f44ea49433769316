import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { longUtcDate } from '@rivalhold/shared/dates.ts';
import { knowsRules } from '@rivalhold/shared/fights/rules.ts';
import { type Verdict, verifyFight } from '@rivalhold/shared/fights/verify.ts';
import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { FIGHT_PAGE_TEXTS, namesOf } from '@rivalhold/shared/texts/fight-page.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { ReportButton } from '../../entities/reports/report-button.tsx';
import { useSession } from '../../entities/session/api.ts';
import { AccountDialogButton } from '../../features/accounts/components/account-dialog-button.tsx';
import { fightRecordQuery } from '../../features/combat/api.ts';
import { FightRecap } from '../../features/combat/components/fight-recap.tsx';
import { FightReplay } from '../../features/combat/components/fight-replay.tsx';
import { FightReview } from '../../features/combat/components/fight-review.tsx';
import { ShareFight } from '../../features/combat/components/share-fight.tsx';
import { VerdictBanner } from '../../features/combat/components/verdict-banner.tsx';
import { VerifyNumbers } from '../../features/combat/components/verify-numbers.tsx';
import { VerifySteps } from '../../features/combat/components/verify-steps.tsx';
import { readCommitment } from '../../features/combat/fight-commitments.ts';
import { buildFightModel, GUEST_ID } from '../../features/combat/fight-model.ts';
import { proofOf, replayRecord } from '../../features/combat/fight-record.ts';
import { VERDICT } from '../../lib/anchors.ts';
import { statusOf } from '../../lib/errors.ts';
import { saveReturnPath } from '../../lib/return-path.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { NumberedList } from '../../ui/numbered-list.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';

/**
 * Render /fights/{id}: a finished fight, to watch and to verify in this browser. Guests see it if both players allow
 * this.
 */
export function VerifyPage() {
  const { id } = useParams({ strict: false });
  const query = useQuery(fightRecordQuery(Number(id)));
  const { data: record, error } = query;
  useTitle(record && FIGHT_PAGE_TEXTS.heading(namesOf(record)));
  if (record)
    return (
      <Page gap={4}>
        <Heading record={record} />
        {knowsRules(record.rulesVersion) ? (
          <Watched record={record} />
        ) : (
          <Notice icon="hourglass" title={VERIFY_TEXTS.otherRules} text={VERIFY_TEXTS.otherRulesText} />
        )}
      </Page>
    );
  return (
    <Page gap={4}>
      <h1>{VERIFY_TEXTS.page}</h1>
      {!error ? (
        <Loading />
      ) : statusOf(error) === 404 ? (
        <Hidden />
      ) : (
        <Failure message={VERIFY_TEXTS.loadFailed} retry={() => void query.refetch()} />
      )}
    </Page>
  );
}

function Loading() {
  return (
    <Stack gap={4}>
      <Stack role="status">
        <Text tone="quiet">{VERIFY_TEXTS.loading}</Text>
      </Stack>
      <SkeletonCard height="28rem" picture="3rem" lines={5} />
      <Grid columns={['3fr', '2fr']} gap={4} align="start" stackOn="below-wide">
        <Card title={VERIFY_TEXTS.story}>
          <SkeletonLines lines={20} />
        </Card>
        <Explanation title={VERIFY_TEXTS.how} proof="full" />
      </Grid>
    </Stack>
  );
}

/** Say that the visitor cannot watch the fight. The text lists all possible reasons, not the actual one. */
function Hidden() {
  const isGuest = useSession() === null;
  const path = useRouterState({ select: ({ location }) => location.href });
  const { hidden, hiddenText, hiddenGuest } = FIGHT_PAGE_TEXTS;
  // After the login, the player comes back to this page.
  useEffect(() => {
    if (isGuest) saveReturnPath(path);
  }, [isGuest, path]);
  return (
    <Notice
      icon="padlock"
      title={hidden}
      text={isGuest ? `${hiddenText} ${hiddenGuest}` : hiddenText}
      action={
        isGuest && (
          <AccountDialogButton dialog="sign-in" variant="primary">
            {SESSION_LABELS.logIn}
          </AccountDialogButton>
        )
      }
    />
  );
}

function Heading({ record }: { record: FightRecord }) {
  return (
    <PageHeader title={FIGHT_PAGE_TEXTS.heading(namesOf(record))}>
      <Row gap={3} justify="between" wrap>
        <Text as="time" tone="quiet" dateTime={record.endedAt}>
          {/* The server caches the page, so the date must not depend on the reader's time zone. */}
          {longUtcDate(new Date(record.endedAt))}
        </Text>
        <ShareFight id={record.id} />
      </Row>
    </PageHeader>
  );
}

function Watched({ record }: { record: FightRecord }) {
  const me = useSession();
  const meId = me?.id ?? GUEST_ID;
  const { exchange }: { exchange?: unknown } = useSearch({ strict: false });
  const initial = Number.isSafeInteger(exchange) && Number(exchange) >= 0 ? Number(exchange) : undefined;
  const model = useMemo(() => {
    try {
      return buildFightModel(replayRecord(record), meId);
    } catch {
      // The record cannot be replayed. The verification shows why.
      return null;
    }
  }, [record, meId]);
  const verdict = useMemo(() => {
    if (import.meta.env.SSR) return null;
    const seen = readCommitment({ combatId: record.id, playerId: meId });
    return verifyFight(record, seen, meId);
  }, [record, meId]);
  const banner = verdict && <LinkedVerdict record={record} verdict={verdict} />;
  return (
    <>
      {/* Show a failed verification first, because the result and the replay cannot be trusted. */}
      {verdict?.passed === false && banner}
      {model && (
        <Card title={REPLAY_TEXTS.title}>
          <FightReplay record={record} meId={meId} initialExchange={initial} hasLinks />
        </Card>
      )}
      {model && model.exchanges.length > 0 && (
        <Grid columns={['1fr', '1fr']} gap={4} align="start" stackOn="below-wide">
          <div>
            <FightRecap fight={model} />
          </div>
          <FightReview record={record} meId={meId} />
        </Grid>
      )}
      {me === null && <Invitation />}
      {verdict?.passed && banner}
      {verdict ? <Verified record={record} verdict={verdict} /> : <BeforeVerification />}
      {me && (
        <p>
          <ReportButton
            kind="fight"
            id={record.id}
            // Players cannot report themselves, so in their own fights, a report is about the opponent.
            owner={record.attacker.id === me.id ? record.defender : record.attacker}
            hasLabel
          />
        </p>
      )}
    </>
  );
}

/** Invite guests to sign up. */
function Invitation() {
  return (
    <Row gap={3} rowGap={2} justify="between" wrap padding={4} border radius={3} fill={1}>
      <Text grow="14rem">{FIGHT_PAGE_TEXTS.invite}</Text>
      <AccountDialogButton dialog="sign-up" variant="primary">
        {ACCOUNT_LABELS.createCharacter}
      </AccountDialogButton>
    </Row>
  );
}

/**
 * Say that the browser verifies the fight. The button itself does nothing: a press loads the app, which replaces this
 * card.
 */
function BeforeVerification() {
  return (
    <Card title={VERIFY_TEXTS.title}>
      <Stack gap={3} align="start">
        <p>{FIGHT_PAGE_TEXTS.verifyText}</p>
        <Button>{FIGHT_PAGE_TEXTS.verify}</Button>
      </Stack>
    </Card>
  );
}

type VerifiedProps = { record: FightRecord; verdict: Verdict };

/** Show the verdict. If the player has followed a link to it, move the focus to it. */
function LinkedVerdict(props: VerifiedProps) {
  const element = useRef<HTMLDivElement>(null);
  const isLinked = useLocation({ select: ({ hash }) => hash === VERDICT });
  useEffect(() => {
    if (!isLinked) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView();
  }, [isLinked]);
  return (
    <div id={VERDICT} ref={element} tabIndex={-1}>
      <VerdictBanner {...props} />
    </div>
  );
}

/** Show how this browser has replayed the fight, and what that proves. */
function Verified({ record, verdict }: VerifiedProps) {
  // A record that failed a check might be wrong about the nonces, too, so do not say that nonces are missing.
  const { proof } = verdict.passed ? proofOf(record) : { proof: 'full' as const };
  return (
    <Grid columns={['3fr', '2fr']} gap={4} align="start" stackOn="below-wide">
      <Card title={VERIFY_TEXTS.story}>
        <VerifySteps record={record} verdict={verdict} />
      </Card>
      <Stack gap={4}>
        <Explanation title={verdict.passed ? VERIFY_TEXTS.proves[proof] : VERIFY_TEXTS.how} proof={proof} />
        <Card title={VERIFY_TEXTS.numbers}>
          <VerifyNumbers record={record} />
        </Card>
      </Stack>
    </Grid>
  );
}

type ExplanationProps = { title: string; proof: keyof typeof VERIFY_TEXTS.explanationOfNonces };

/** Explain the verification, and how much the nonces of the fight can prove. */
function Explanation({ title, proof }: ExplanationProps) {
  const { explanation, explanationOfNonces } = VERIFY_TEXTS;
  const [first, ...rest] = explanation;
  return (
    <Card title={title}>
      <NumberedList sentences={[first, explanationOfNonces[proof], ...rest]} />
    </Card>
  );
}
