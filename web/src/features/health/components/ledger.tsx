import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { healthQuery, verifyLedger } from '../api.ts';
import { StatusMark, worstState } from './status-mark.tsx';

/** Show the last verification of the coin ledger with its result, and a button to start a verification. */
export function Ledger({ health }: { health: SiteHealth }) {
  const { last, isRunning } = health.ledger;
  const client = useQueryClient();
  const { run, busy, error } = useStaffAction({
    call: (_: null) => verifyLedger(),
    successText: () => TEXTS.verifyAsked,
    errorText: TEXTS.verifyFailed,
    onDone: () => void client.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  return (
    <Card title={TEXTS.ledger} action={<StatusMark state={worstState(health, 'ledger')} />}>
      {last ? (
        <>
          <Text weight="medium">
            {last.differences === 0 ? TEXTS.matches : TEXTS.differences(last.differences)}
          </Text>
          <Meta as="p">
            <span>
              <SentenceText parts={TEXTS.verified(<DateTime time={last.at} />)} />
            </span>
            <span>{TEXTS.ledgerTrigger[last.trigger](last.by)}</span>
            <span>{TEXTS.rows(last.rows)}</span>
          </Meta>
        </>
      ) : (
        <p className={staff.text}>{TEXTS.neverVerified}</p>
      )}
      <Row wrap gap={3} rowGap={2} paddingTop={3}>
        <Button
          size="small"
          busy={busy}
          aria-disabled={isRunning || undefined}
          onClick={() => isRunning || run(null)}
        >
          {TEXTS.verify}
        </Button>
        {isRunning && <span role="status">{TEXTS.running}</span>}
        <ErrorMessage text={error} />
      </Row>
    </Card>
  );
}
