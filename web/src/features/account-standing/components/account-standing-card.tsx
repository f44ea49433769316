import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { AccountStanding } from '@rivalhold/shared/contract/account-standing.ts';
import { ACCOUNT_STANDING_TEXTS as TEXTS } from '@rivalhold/shared/texts/account-standing.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { Card } from '../../../ui/card.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** Query the player's standing with the values of its conditions. */
const standingQuery = queryOptions({
  queryKey: ['standing'],
  queryFn: ({ signal }) => api('GET /api/account-standing', { signal }),
});

/** Show the player's standing, what it allows, and which conditions are met. */
export function AccountStandingCard() {
  const { data, isError, refetch } = useQuery(standingQuery);
  return (
    <Card id="standing" title={TEXTS.title}>
      <Stack gap={4}>
        <Text tone="quiet">{TEXTS.text}</Text>
        {data ? (
          <Conditions standing={data} />
        ) : isError ? (
          <Failure message={TEXTS.failed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Stack>
    </Card>
  );
}

function Conditions({
  standing: { standing, isStaff, dismissedReports, ...facts },
}: {
  standing: AccountStanding;
}) {
  const now = Date.now();
  const ageFrom = (ms: number) => new Date(Date.parse(facts.joinedAt) + ms).toISOString();
  const age = (ms: number) => {
    const from = ageFrom(ms);
    return (
      <Condition
        key="age"
        met={Date.parse(from) <= now}
        now={<SentenceText parts={TEXTS.ageFrom(<DateTime time={from} />)} />}
      >
        {TEXTS.age(ms)}
      </Condition>
    );
  };
  const { sanctionsCountUntil: until } = facts;
  return (
    <>
      <Row gap={2} wrap>
        <p>{TEXTS.yours}</p>
        <Tag border="ember" tone="link" weight="medium">
          {TEXTS.names[standing]}
        </Tag>
      </Row>
      <Stack gap={2}>
        <p>{TEXTS.allowed[standing]}</p>
        {standing === 'trusted' && dismissedReports >= ACCOUNT_STANDING_LIMITS.dismissedReports && (
          <p>{TEXTS.dismissed}</p>
        )}
        {isStaff && <p>{TEXTS.staff}</p>}
      </Stack>
      {!isStaff && (
        <>
          <ConditionList name="settled">
            <Condition met={facts.emailConfirmed}>{TEXTS.emailConfirmed}</Condition>
            {age(facts.settledAgeMs)}
          </ConditionList>
          <ConditionList name="trusted">
            {age(ACCOUNT_STANDING_LIMITS.ageMs)}
            <Condition
              met={facts.visits >= ACCOUNT_STANDING_LIMITS.visits}
              now={TEXTS.visitsNow(facts.visits)}
            >
              {TEXTS.visits}
            </Condition>
            <Condition
              met={until === null}
              now={until && <SentenceText parts={TEXTS.ageFrom(<DateTime time={until} />)} />}
            >
              {TEXTS.sanctions}
            </Condition>
          </ConditionList>
        </>
      )}
    </>
  );
}

function ConditionList({ name, children }: { name: AccountStanding['standing']; children: ReactNode }) {
  return (
    <Stack as="section" gap={2}>
      <h3>{TEXTS.conditions(TEXTS.names[name])}</h3>
      <Stack as="ul" gap={2}>
        {children}
      </Stack>
    </Stack>
  );
}

type ConditionProps = {
  met: boolean;
  /** The current value, or the date from which the condition will be met. Shown while the condition is not met. */
  now?: ReactNode;
  children: string;
};

function Condition({ met, now, children }: ConditionProps) {
  const Sign = met ? Check : X;
  return (
    <Grid as="li" columns={['1.25rem', '1fr']} gap={2} align="start">
      <Sign size={20} aria-hidden="true" />
      <span>
        <VisuallyHidden>{met ? TEXTS.met : TEXTS.missing}: </VisuallyHidden>
        {children}
        {!met && now && (
          <>
            {' ('}
            {now}
            {')'}
          </>
        )}
      </span>
    </Grid>
  );
}
