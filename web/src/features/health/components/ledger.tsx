import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import desk from '../../../entities/staff/desk.module.css';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { healthQuery, verifyLedger } from '../api.ts';
import styles from './health.module.css';
import { Mark, stateOf } from './mark.tsx';

/** When the coins were last verified, by what, and what was found; and to have it done now. */
export function Ledger({ health }: { health: SiteHealth }) {
  const { last, isRunning } = health.ledger;
  const client = useQueryClient();
  const { run, busy, fault } = useDeed({
    call: (_: null) => verifyLedger(),
    done: () => TEXTS.verifyAsked,
    failed: TEXTS.verifyFailed,
    onDone: () => void client.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  return (
    <Card title={TEXTS.ledger} action={<Mark state={stateOf(health, 'ledger')} />}>
      {last ? (
        <>
          <p className={styles.found}>
            {last.differences === 0 ? TEXTS.right : TEXTS.differs(last.differences)}
          </p>
          <p className={desk.meta}>
            <span>
              {TEXTS.verified} <Moment time={last.at} />
            </span>
            <span>
              {TEXTS.how[last.how]}
              {last.how === 'admin' && ` ${last.by ?? TEXTS.someone}`}
            </span>
            <span>{TEXTS.rows(last.rows)}</span>
          </p>
        </>
      ) : (
        <p className={desk.text}>{TEXTS.never}</p>
      )}
      <div className={clsx(desk.deeds, styles.verify)}>
        <Button
          size="small"
          busy={busy}
          aria-disabled={isRunning || undefined}
          onClick={() => isRunning || run(null)}
        >
          {TEXTS.verify}
        </Button>
        {isRunning && <span role="status">{TEXTS.running}</span>}
        <Fault text={fault} />
      </div>
    </Card>
  );
}
