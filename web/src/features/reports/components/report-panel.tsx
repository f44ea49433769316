import type { ReportDetails as File } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { PeopleSkeleton } from '../../../entities/players/people-skeleton.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { statusOf } from '../../../lib/errors.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { SkeletonCard, SkeletonField } from '../../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { reportQuery } from '../api.ts';
import { useReportAction } from '../use-report-action.ts';
import { useReportShortcuts } from '../use-report-shortcuts.ts';
import { Background, QuotedLine } from './background.tsx';
import { Notes } from './notes.tsx';
import { People } from './people.tsx';
import { QueueNav, type QueuePosition } from './queue-nav.tsx';
import styles from './reports.module.css';
import { type Outcome, outcomesOf, ResolveForm } from './resolve-form.tsx';
import { StoredCopy } from './stored-copy.tsx';

type Draft = { text: string; outcome: Outcome | null; alsoDelete: true | null };
const EMPTY_DRAFT: Draft = { text: '', outcome: null, alsoDelete: null };

/** Show a report with its background and actions. */
export function ReportPanel({
  id,
  position,
  onBack,
}: {
  id: number;
  position: QueuePosition;
  onBack: () => void;
}) {
  const next = useRef<HTMLButtonElement>(null);
  useReportShortcuts({ u: onBack });
  const query = useQuery(reportQuery(id));
  const failure = useErrorText(query.error, REPORT_QUEUE_TEXTS.fileFailed);
  const isMissing = statusOf(query.error) === 404;
  return (
    <>
      <QueueNav queue={position} next={next} onBack={onBack} />
      {query.data && <ReportDetails file={query.data} next={position.next ? next : null} />}
      {!query.data && failure === null && (
        <div aria-busy="true">
          <VisuallyHidden role="status">{REPORT_QUEUE_TEXTS.loading}</VisuallyHidden>
          <Stack gap={5} aria-hidden="true">
            <Skeleton width="70%" height="1.75rem" />
            <PeopleSkeleton rows={2} />
            <SkeletonLines lines={3} />
            <SkeletonCard height="9rem" picture="3rem" lines={3} />
            <SkeletonLines lines={5} />
            <SkeletonField height="5rem" />
            <SkeletonField height="5rem" />
            <SkeletonLines lines={8} />
          </Stack>
        </div>
      )}
      {!query.data && failure !== null && isMissing && (
        <Notice icon="broken-shield" title={REPORT_QUEUE_TEXTS.notFound} />
      )}
      {!query.data && failure !== null && !isMissing && (
        <Failure message={failure} retry={() => void query.refetch()} />
      )}
    </>
  );
}

type ReportDetailsProps = {
  file: File;
  /** The button that opens the next report; null if there is no next report. */
  next: RefObject<HTMLButtonElement | null> | null;
};

function ReportDetails({ file, next }: ReportDetailsProps) {
  const { report, refusal, duplicates, viewers } = file;
  const me = useUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [draft, write] = useDraft(me.id, `report:resolve:${report.id}`, EMPTY_DRAFT);
  const assignment = useReportAction(report.id);
  const resolution = useReportAction(report.id, () => {
    write(null);
    assignment.setError(null);
    // Focus the button that opens the next report, so that Enter opens it.
    (next ?? heading).current?.focus({ preventScroll: true });
    // Scroll to the heading, because the outcome is shown below it.
    heading.current?.scrollIntoView({ block: 'nearest' });
  });
  const outcomes = outcomesOf(report.kind, me.role);
  const outcome = outcomes.find((entry) => entry === draft.outcome) ?? 'dismiss';
  const isMine = report.assignee?.id === me.id;
  const isDone = report.state === 'resolved';
  const canResolve = !isDone && refusal === null && (report.assignee === null || isMine);
  // Restore the focus, because a change by another moderator can remove the focused button.
  const container = useRestoreFocus<HTMLDivElement>(`${report.state} ${report.assignee?.id}`, 'heading');
  const focusHeading = () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(focusHeading, []);

  // Admins can release a report that another moderator has claimed.
  const canRelease = !isDone && report.assignee !== null && (isMine || me.role === 'admin');
  const take = () => assignment.run({ action: canRelease ? 'release' : 'claim' });
  const startOutcome = (to: Outcome) => () => {
    // Render the fields of the outcome before scrolling to the text field below them. Otherwise, they would appear
    // after the scroll and move the text field.
    flushSync(() => write({ outcome: to }));
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView({ block: 'center' });
  };
  useReportShortcuts({
    n: () => note.current?.focus(),
    t: canResolve || canRelease ? take : undefined,
    ...(canResolve && {
      o: () => document.querySelector<HTMLElement>('[data-outcomes] :checked')?.focus(),
      d: startOutcome('dismiss'),
      ...(outcomes.includes('delete') && { x: startOutcome('delete') }),
      w: startOutcome('warn'),
      m: startOutcome('mute'),
      s: startOutcome('suspend'),
    }),
  });
  return (
    <Stack ref={container} gap={5}>
      <Stack as="header" gap={2} className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={staff.untrusted}>
          {REPORT_QUEUE_TEXTS.of(report.kind, report.reported.username)}
        </h2>
        <Meta as="p">
          <RelativeTime time={report.createdAt} />
          {report.reportCount > 1 && (
            <Tag border="danger" tone="danger" weight="medium">
              {REPORT_QUEUE_TEXTS.times(report.reportCount)}
            </Tag>
          )}
          {report.hidden && (
            <Tag tone="text" weight="medium">
              {REPORT_QUEUE_TEXTS.hidden}
            </Tag>
          )}
        </Meta>
        {report.hidden && <p className={staff.text}>{REPORT_QUEUE_TEXTS.hiddenText}</p>}
        <People file={file} />
        <Row wrap gap={3} rowGap={2}>
          {(canResolve || canRelease) && (
            <Button size="small" busy={assignment.busy} onClick={take}>
              {canRelease ? REPORT_QUEUE_TEXTS.giveBack : REPORT_QUEUE_TEXTS.take}
            </Button>
          )}
          {report.assignee && !isDone && (
            <Tag tone="text" weight="medium">
              {REPORT_QUEUE_TEXTS.assignedTo(report.assignee.username)}
            </Tag>
          )}
          {isDone && report.outcome && (
            <Tag border="ember" tone="link" weight="medium">
              {report.resolvedBy
                ? REPORT_QUEUE_TEXTS.resolvedBy(report.outcome, report.resolvedBy.username)
                : REPORT_OUTCOME_TEXTS[report.outcome].done}
            </Tag>
          )}
        </Row>
        {refusal !== null && <p className={staff.text}>{refusal}</p>}
        <p role="status" className={viewers.length > 0 ? staff.text : undefined}>
          {viewers.length > 0 && REPORT_QUEUE_TEXTS.alsoViewing(viewers.map(({ username }) => username))}
        </p>
        {/* If another moderator has claimed or resolved the report, the form is gone. Show the form's error here. */}
        <ErrorMessage text={assignment.error ?? (canResolve ? null : resolution.error)} />
      </Stack>
      <Stack as="section" gap={2} paddingTop={4} borderTop className={styles.part}>
        <h3>
          {duplicates.length > 0
            ? REPORT_QUEUE_TEXTS.reasons(duplicates.length + 1)
            : REPORT_QUEUE_TEXTS.reason}
        </h3>
        {duplicates.length > 0 ? (
          <Stack as="ul" gap={2}>
            {[report, ...duplicates].map((entry) => (
              <QuotedLine key={entry.id} author={entry.reporter} text={entry.reason} time={entry.createdAt} />
            ))}
          </Stack>
        ) : (
          <p className={staff.untrusted} dir="auto">
            {report.reason}
          </p>
        )}
      </Stack>
      <StoredCopy copy={report.copy} isDeleted={report.outcome === 'delete'} />
      {canResolve && (
        <ResolveForm
          name={report.reported.username}
          outcomes={outcomes}
          outcome={outcome}
          onOutcome={(to) => write({ outcome: to })}
          alsoDelete={draft.alsoDelete === true}
          onAlsoDelete={(also) => write({ alsoDelete: also || null })}
          text={draft.text}
          onText={(value) => write({ text: value })}
          field={text}
          onLeave={focusHeading}
          busy={resolution.busy}
          failure={resolution.error}
          onResolve={resolution.run}
        />
      )}
      <Notes id={report.id} notes={file.notes} field={note} onLeave={focusHeading} />
      <Background file={file} />
    </Stack>
  );
}
