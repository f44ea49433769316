import { REPORT_QUEUE_TEXTS, REPORT_STATE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useIdParam, useSearchParam } from '../../entities/staff/use-search-params.ts';
import { queueQuery, type ReportState } from '../../features/reports/api.ts';
import type { QueuePosition } from '../../features/reports/components/queue-nav.tsx';
import { ReportPanel } from '../../features/reports/components/report-panel.tsx';
import { ReportRow } from '../../features/reports/components/report-row.tsx';
import styles from '../../features/reports/components/reports.module.css';
import { ShortcutsLine } from '../../features/reports/components/shortcuts-line.tsx';
import { adjacentReport } from '../../features/reports/queue.ts';
import { useReportShortcuts } from '../../features/reports/use-report-shortcuts.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useReturnToList } from '../../lib/use-return-to-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

const STATES = Object.keys(REPORT_STATE_TEXTS) as ReportState[];

/** Show the reports, and the selected report next to them. */
export function ReportsPage() {
  return (
    <StaffScreen path="/admin/reports" title={REPORT_QUEUE_TEXTS.title} text={REPORT_QUEUE_TEXTS.text}>
      <ReportQueue />
    </StaffScreen>
  );
}

function ReportQueue() {
  const [stateParam, setState] = useSearchParam('state');
  const state = STATES.find((item) => item === stateParam) ?? 'open';
  const [id, choose] = useIdParam('report');
  const leaveList = useReturnToList(id, 'data-report', 'reports');
  const query = useInfiniteQuery(queueQuery(state));
  const reports = query.data?.pages.flatMap((page) => page.items);
  // When the state of the selected report changes, the report leaves the list. "Next" and "previous" then continue from
  // its last position.
  const lastPosition = useRef({ id, at: 0 });
  useEffect(() => {
    const at = reports?.findIndex((report) => report.id === id) ?? -1;
    if (at >= 0 || lastPosition.current.id !== id) lastPosition.current = { id, at: Math.max(at, 0) };
  });
  const go = (step: 1 | -1) => {
    const next = adjacentReport(reports ?? [], id, step, lastPosition.current.at);
    if (next !== null) choose(next);
    else if (step === 1 && query.hasNextPage) void query.fetchNextPage();
  };
  useReportShortcuts({ j: () => go(1), k: () => go(-1) });
  const mayGo = (step: 1 | -1) =>
    adjacentReport(reports ?? [], id, step, lastPosition.current.at) !== null ||
    (step === 1 && query.hasNextPage);
  const at = reports?.findIndex((report) => report.id === id) ?? -1;
  const position: QueuePosition = {
    position: at < 0 ? null : at + 1,
    count: `${reports?.length ?? 0}${query.hasNextPage ? '+' : ''}`,
    previous: mayGo(-1) ? () => go(-1) : null,
    next: mayGo(1) ? () => go(1) : null,
  };
  return (
    <>
      <ShortcutsLine />
      <Grid
        columns={['24rem', '1fr']}
        gap={5}
        align="start"
        stackOn="narrow"
        className={clsx(styles.layout, id !== null && styles.chosen)}
      >
        <Card className={styles.queue} onClickCapture={leaveList}>
          <Row
            role="group"
            id="reports"
            tabIndex={-1}
            aria-label={REPORT_QUEUE_TEXTS.states}
            align="stretch"
            gap={1}
            paddingBottom={2}
          >
            {STATES.map((option) => (
              <Button
                key={option}
                size="small"
                variant={option === state ? 'secondary' : 'ghost'}
                aria-pressed={option === state}
                onClick={() => setState(option)}
              >
                {REPORT_STATE_TEXTS[option]}
              </Button>
            ))}
          </Row>
          <ListState
            items={reports}
            failure={useErrorText(query.error, REPORT_QUEUE_TEXTS.failed)}
            retry={() => void query.refetch()}
            loading={<SkeletonRows text={REPORT_QUEUE_TEXTS.loading} />}
            empty={
              <Notice
                icon="campfire"
                title={REPORT_QUEUE_TEXTS.empty[state]}
                text={REPORT_QUEUE_TEXTS.emptyText}
              />
            }
          >
            {(items) => (
              <>
                <Stack as="ul" gap={1} aria-label={REPORT_QUEUE_TEXTS.list}>
                  {items.map((report) => (
                    <ReportRow key={report.id} report={report} isChosen={report.id === id} />
                  ))}
                </Stack>
                <LoadMore query={query} failure={REPORT_QUEUE_TEXTS.failed} />
              </>
            )}
          </ListState>
        </Card>
        <Card className={styles.file}>
          {id === null ? (
            <Notice icon="scroll-unfurled" title={REPORT_QUEUE_TEXTS.choose} />
          ) : (
            <ReportPanel key={id} id={id} position={position} onBack={() => choose(null)} />
          )}
        </Card>
      </Grid>
    </>
  );
}
