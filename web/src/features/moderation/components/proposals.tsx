import type { SuspensionProposal } from '@rivalhold/shared/contract/moderation.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { decideProposal, proposalsQuery, suspensionsQuery } from '../api.ts';

/** Show the proposed permanent suspensions, which admins accept or reject. Renders nothing if there are none. */
export function Proposals() {
  const { data: proposals = [], isError, refetch } = useQuery(proposalsQuery);
  if (isError && proposals.length === 0)
    return <Failure message={MUTES_TEXTS.proposalsFailed} retry={() => void refetch()} />;
  if (proposals.length === 0) return null;
  return (
    <Card title={MUTES_TEXTS.proposalsTitle}>
      <Stack as="ul" aria-label={MUTES_TEXTS.proposalsTitle} divided>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.userId} proposal={proposal} />
        ))}
      </Stack>
    </Card>
  );
}

type Decision = { accept: boolean; from: Element };

function ProposalRow({ proposal }: { proposal: SuspensionProposal }) {
  const { userId: id, username, avatarUrl, rule, reason, proposedBy, createdAt } = proposal;
  const client = useQueryClient();
  const isAdmin = useUser().role === 'admin';
  const { run, busy, error } = useStaffAction({
    call: ({ accept }: Decision) => decideProposal(id, accept),
    successText: (_reply, { accept }) => (accept ? MUTES_TEXTS.accepted : MUTES_TEXTS.rejected)(username),
    errorText: MUTES_TEXTS.decideFailed,
    onDone: (_reply, { from }) => {
      // Move the focus, because the pressed button is removed with its row.
      moveFocusFromRow(from);
      for (const { queryKey } of [proposalsQuery, suspensionsQuery])
        void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <li>
      <PersonRow
        player={{ id, username, avatarUrl }}
        note={
          <Meta as="span">
            <RelativeTime time={createdAt} />
            <span>{proposedBy === null ? MUTES_TEXTS.byDeletedUser : MUTES_TEXTS.by(proposedBy)}</span>
          </Meta>
        }
      />
      <Text paddingBottom={3} className={staff.untrusted} dir="auto">
        {RULE_TEXTS[rule]}: {reason}
      </Text>
      {isAdmin && (
        <Row wrap gap={3} rowGap={2} paddingBottom={3}>
          <Button
            size="small"
            variant="danger"
            busy={busy}
            aria-label={MUTES_TEXTS.acceptOf(username)}
            onClick={(event) => run({ accept: true, from: event.currentTarget })}
          >
            {MUTES_TEXTS.accept}
          </Button>
          <Button
            size="small"
            busy={busy}
            aria-label={MUTES_TEXTS.rejectOf(username)}
            onClick={(event) => run({ accept: false, from: event.currentTarget })}
          >
            {MUTES_TEXTS.reject}
          </Button>
        </Row>
      )}
      <ErrorMessage text={error} />
    </li>
  );
}
