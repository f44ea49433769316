import type { ReportDetails } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Meta } from '../../../entities/staff/meta.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';

type Person = ReportDetails['reportedAccount'];

function PersonFacts({
  person,
  countText,
}: {
  person: Person;
  countText: (all: number, upheld: number) => string;
}) {
  if (!person) return <span>{REPORT_QUEUE_TEXTS.hasLeft}</span>;
  const { joinedAt, mutedUntil, suspended, suspendedUntil, reports, upheld } = person;
  return (
    <>
      <span>
        <SentenceText parts={REPORT_QUEUE_TEXTS.joined(<RelativeTime time={joinedAt} />)} />
      </span>
      <span>{countText(reports, upheld)}</span>
      {mutedUntil && (
        <Text as="span" tone="danger" weight="medium">
          <SentenceText parts={REPORT_QUEUE_TEXTS.mutedUntil(<DateTime time={mutedUntil} />)} />
        </Text>
      )}
      {suspended && (
        <Text as="span" tone="danger" weight="medium">
          {suspendedUntil ? (
            <SentenceText parts={REPORT_QUEUE_TEXTS.suspendedUntil(<DateTime time={suspendedUntil} />)} />
          ) : (
            REPORT_QUEUE_TEXTS.suspendedForGood
          )}
        </Text>
      )}
    </>
  );
}

/** Show the reported player and the reporter, with account age, report counts and active sanctions. */
export function People({ file: { report, reportedAccount, reporterAccount } }: { file: ReportDetails }) {
  const rows = [
    {
      roleText: REPORT_QUEUE_TEXTS.author,
      player: report.reported,
      person: reportedAccount,
      counted: REPORT_QUEUE_TEXTS.reportedOf,
    },
    {
      roleText: REPORT_QUEUE_TEXTS.reporter,
      player: report.reporter,
      person: reporterAccount,
      counted: REPORT_QUEUE_TEXTS.reportedBefore,
    },
  ];
  return (
    <Facts size={1}>
      {rows.map(({ roleText, player, person, counted }) => (
        <Fact key={roleText} name={roleText}>
          <Meta as="span">
            <Text as={PlayerLink} player={player} tone="link" weight="medium" wrap="anywhere">
              {player.username}
            </Text>
            <PersonFacts person={person} countText={counted} />
          </Meta>
        </Fact>
      ))}
    </Facts>
  );
}
