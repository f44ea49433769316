import type { ReportDetails } from '@rivalhold/shared/contract/reports.ts';
import { auditKindText } from '@rivalhold/shared/texts/audit.ts';
import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import type { ReactNode } from 'react';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { Stack, Surface } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Text } from '../../../ui/text.tsx';
import { ReportRow } from './report-row.tsx';
import styles from './reports.module.css';

type QuotedLineProps = {
  author: { id: number; username: string };
  text: string;
  time: string;
  /** Label that marks the text, for example as the reported content. */
  mark?: string | null;
};

/** Render a list item of the report panel. */
const Line = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <Surface as="li" fill={2} radius={1} padding={2} paddingInline={3} gap={1} className={className}>
    {children}
  </Surface>
);

/** Show a text with its author and time. The text is never rendered as HTML. */
export function QuotedLine({ author, text, time, mark }: QuotedLineProps) {
  return (
    <Line className={mark ? styles.reported : undefined}>
      <Meta as="p">
        <Text as={PlayerLink} player={author} tone="link" weight="medium" wrap="anywhere">
          {author.username}
        </Text>
        <RelativeTime time={time} />
        {mark && (
          <Tag border="ember" tone="link" weight="medium">
            {mark}
          </Tag>
        )}
      </Meta>
      <p className={staff.untrusted} dir="auto">
        {text}
      </p>
    </Line>
  );
}

type PartProps = { title: string; empty: string; count: number; children: ReactNode };

function Part({ title, empty, count, children }: PartProps) {
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop className={styles.part}>
      <h3>{title}</h3>
      {count === 0 ? (
        <p className={staff.text}>{empty}</p>
      ) : (
        <Stack as="ul" gap={2}>
          {children}
        </Stack>
      )}
    </Stack>
  );
}

/** Show the reported content's context, earlier staff actions on its author, and other reports about the author. */
export function Background({ file: { context, history, otherReports } }: { file: ReportDetails }) {
  return (
    <>
      <Part title={REPORT_QUEUE_TEXTS.context} empty={REPORT_QUEUE_TEXTS.contextEmpty} count={context.length}>
        {context.map((line) => (
          <QuotedLine
            key={line.id}
            author={line.author}
            text={line.text}
            time={line.createdAt}
            mark={line.isReported ? REPORT_QUEUE_TEXTS.isReported : null}
          />
        ))}
      </Part>
      <Part title={REPORT_QUEUE_TEXTS.history} empty={REPORT_QUEUE_TEXTS.historyEmpty} count={history.length}>
        {history.map((entry) => (
          <Line key={`${entry.createdAt} ${entry.kind}`}>
            <Meta as="p">
              <strong>{auditKindText(entry.kind)}</strong>
              {entry.actor && <span>{REPORT_QUEUE_TEXTS.historyBy(entry.actor)}</span>}
              <RelativeTime time={entry.createdAt} />
            </Meta>
            {entry.reason && (
              <p className={staff.untrusted} dir="auto">
                {entry.reason}
              </p>
            )}
          </Line>
        ))}
      </Part>
      <Part
        title={REPORT_QUEUE_TEXTS.others}
        empty={REPORT_QUEUE_TEXTS.othersEmpty}
        count={otherReports.length}
      >
        {otherReports.map((other) => (
          <ReportRow key={other.id} report={other} isChosen={false} />
        ))}
      </Part>
    </>
  );
}
