import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './reports.module.css';

/** Show a report in a list: kind of content, reported player, reason, reporter and age. */
export function ReportRow({ report, isChosen }: { report: Report; isChosen: boolean }) {
  const { kind, reported, reporter, reason, reportCount, hidden, assignee, outcome } = report;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li>
      <Link
        ref={link}
        data-report={report.id}
        to="/admin/reports"
        search={((before: object) => ({ ...before, report: report.id })) as never}
        resetScroll={false}
        activeProps={{}}
        aria-current={isChosen ? 'true' : undefined}
        className={styles.row}
      >
        <Text as="span" display weight="medium" wrap="anywhere">
          {REPORT_QUEUE_TEXTS.of(kind, reported.username)}
        </Text>
        <span className={clsx(styles.reason, staff.untrusted)} dir="auto">
          {reason}
        </span>
        <Meta as="span">
          {reportCount > 1 && (
            <Tag border="danger" tone="danger" weight="medium">
              {REPORT_QUEUE_TEXTS.times(reportCount)}
            </Tag>
          )}
          {hidden && (
            <Tag tone="text" weight="medium">
              {REPORT_QUEUE_TEXTS.hidden}
            </Tag>
          )}
          {outcome && (
            <Tag tone="text" weight="medium">
              {REPORT_OUTCOME_TEXTS[outcome].done}
            </Tag>
          )}
          {assignee && !outcome && <span>{REPORT_QUEUE_TEXTS.assignedTo(assignee.username)}</span>}
          <span>{REPORT_QUEUE_TEXTS.by(reporter.username)}</span>
          <RelativeTime time={report.createdAt} />
        </Meta>
      </Link>
    </li>
  );
}
