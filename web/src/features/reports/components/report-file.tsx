import type { ReportFile as File } from '@rivalhold/shared/contract/reports.ts';
import { OUTCOME_TEXTS, QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '../../../entities/session/api.ts';
import desk from '../../../entities/staff/desk.module.css';
import { statusOf } from '../../../lib/errors.ts';
import { useFault } from '../../../lib/use-fault.ts';
import { useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { reportQuery } from '../api.ts';
import { useAct } from '../use-act.ts';
import { useReportKeys } from '../use-report-keys.ts';
import { Background, Said } from './background.tsx';
import { KeptCopy } from './kept-copy.tsx';
import { Notes } from './notes.tsx';
import { People } from './people.tsx';
import styles from './reports.module.css';
import { type Outcome, outcomesOf, ResolveForm } from './resolve-form.tsx';
import { Steps, type Way } from './steps.tsx';

type Draft = { text: string; outcome: Outcome | null; alsoDelete: true | null };
const EMPTY_DRAFT: Draft = { text: '', outcome: null, alsoDelete: null };

/** One report with all that it is judged by, and what can be done about it. */
export function ReportFile({ id, way, onBack }: { id: number; way: Way; onBack: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useReportKeys({ u: onBack });
  const query = useQuery(reportQuery(id));
  const failure = useFault(query.error, QUEUE_TEXTS.fileFailed);
  const isMissing = statusOf(query.error) === 404;
  return (
    <>
      <Steps way={way} next={next} onBack={onBack} />
      {query.data && <Judged file={query.data} next={way.next ? next : null} />}
      {!query.data && failure === null && (
        <div aria-busy="true">
          <VisuallyHidden role="status">{QUEUE_TEXTS.loading}</VisuallyHidden>
          <Skeleton height="24rem" />
        </div>
      )}
      {!query.data && failure !== null && isMissing && (
        <Notice icon="broken-shield" title={QUEUE_TEXTS.notFound} />
      )}
      {!query.data && failure !== null && !isMissing && (
        <Failure message={failure} retry={() => void query.refetch()} />
      )}
    </>
  );
}

type JudgedProps = {
  file: File;
  /** What leads on to the next report; null where there is none. */
  next: RefObject<HTMLButtonElement | null> | null;
};

function Judged({ file, next }: JudgedProps) {
  const { report, refusal, ofIt, viewers } = file;
  const me = useUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [draft, write] = useKeptDraft(me.id, `report:resolve:${report.id}`, EMPTY_DRAFT);
  const taking = useAct(report.id);
  const resolving = useAct(report.id, () => {
    write(null);
    taking.setFault(null);
    // The key that follows leads on.
    (next ?? heading).current?.focus({ preventScroll: true });
    // What came of it stands there.
    heading.current?.scrollIntoView({ block: 'nearest' });
  });
  const outcomes = outcomesOf(report.kind, me.role);
  const outcome = outcomes.find((one) => one === draft.outcome) ?? 'dismiss';
  const isMine = report.takenBy?.id === me.id;
  const isDone = report.state === 'resolved';
  const mayJudge = !isDone && refusal === null && (report.takenBy === null || isMine);
  // What was pressed may go with what somebody has done.
  const place = useKeptFocus<HTMLDivElement>(`${report.state} ${report.takenBy?.id}`, 'heading');
  const toHeading = () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(toHeading, []);

  // What somebody else has taken, admins can give back.
  const mayGiveBack = !isDone && report.takenBy !== null && (isMine || me.role === 'admin');
  const take = () => taking.run({ act: mayGiveBack ? 'release' : 'take' });
  const begin = (to: Outcome) => () => {
    // What an outcome asks for besides stands above the field, and moves it.
    flushSync(() => write({ outcome: to }));
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView({ block: 'center' });
  };
  useReportKeys({
    n: () => note.current?.focus(),
    t: mayJudge || mayGiveBack ? take : undefined,
    ...(mayJudge && {
      o: () => document.querySelector<HTMLElement>('[data-outcomes] :checked')?.focus(),
      d: begin('dismiss'),
      ...(outcomes.includes('delete') && { x: begin('delete') }),
      w: begin('warn'),
      m: begin('mute'),
      s: begin('suspend'),
    }),
  });
  return (
    <div ref={place} className={rhythm.stack5}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={desk.hostile}>
          {QUEUE_TEXTS.of(report.kind, report.reported.username)}
        </h2>
        <p className={desk.meta}>
          <RelativeTime time={report.createdAt} />
          {report.reportsOfIt > 1 && (
            <span className={clsx(desk.tag, desk.danger)}>{QUEUE_TEXTS.times(report.reportsOfIt)}</span>
          )}
        </p>
        <People file={file} />
        <div className={desk.deeds}>
          {(mayJudge || mayGiveBack) && (
            <Button size="small" busy={taking.busy} onClick={take}>
              {mayGiveBack ? QUEUE_TEXTS.giveBack : QUEUE_TEXTS.take}
            </Button>
          )}
          {report.takenBy && !isDone && (
            <span className={desk.tag}>{QUEUE_TEXTS.takenBy(report.takenBy.username)}</span>
          )}
          {isDone && report.outcome && (
            <span className={clsx(desk.tag, desk.ember)}>
              {OUTCOME_TEXTS[report.outcome].done}
              {report.resolvedBy && ` ${QUEUE_TEXTS.resolvedBy(report.resolvedBy.username)}`}
            </span>
          )}
        </div>
        {refusal !== null && <p className={desk.text}>{refusal}</p>}
        <p role="status" className={viewers.length > 0 ? desk.text : undefined}>
          {viewers.length > 0 && QUEUE_TEXTS.looking(viewers.map(({ username }) => username).join(', '))}
        </p>
        {/* Where somebody else was first, the form is gone. */}
        <Fault text={taking.fault ?? (mayJudge ? null : resolving.fault)} />
      </header>
      <section className={styles.part}>
        <h3>{ofIt.length > 0 ? QUEUE_TEXTS.reasons(ofIt.length + 1) : QUEUE_TEXTS.reason}</h3>
        {ofIt.length > 0 ? (
          <ul className={rhythm.stack2}>
            {[report, ...ofIt].map((one) => (
              <Said key={one.id} author={one.reporter} text={one.reason} time={one.createdAt} />
            ))}
          </ul>
        ) : (
          <p className={desk.hostile} dir="auto">
            {report.reason}
          </p>
        )}
      </section>
      <KeptCopy copy={report.copy} gone={report.outcome === 'delete'} />
      {mayJudge && (
        <ResolveForm
          name={report.reported.username}
          outcomes={outcomes}
          outcome={outcome}
          onOutcome={(to) => write({ outcome: to })}
          alsoDelete={draft.alsoDelete === true}
          onAlsoDelete={(also) => write({ alsoDelete: also || null })}
          text={draft.text}
          onText={(words) => write({ text: words })}
          field={text}
          onLeave={toHeading}
          busy={resolving.busy}
          failure={resolving.fault}
          onResolve={resolving.run}
        />
      )}
      <Notes id={report.id} notes={file.notes} field={note} onLeave={toHeading} />
      <Background file={file} />
    </div>
  );
}
