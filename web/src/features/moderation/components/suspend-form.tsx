import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Row } from '../../../ui/layout.tsx';
import { RuleField } from '../../../ui/reason-fields.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { proposalsQuery, proposeSuspension, suspend, suspensionsQuery } from '../api.ts';
import { oneWeekFromNow, parseLocalInput } from '../until.ts';
import { SanctionNote, useActiveSanction } from './sanction-note.tsx';
import { type Until, UntilField } from './until-field.tsx';

/**
 * Show the form that suspends an account, permanently or until a time, with a reason that the player sees. A moderator
 * can only propose a permanent suspension.
 */
export function SuspendForm({ player, done }: { player: FoundPlayer; done: () => void }) {
  const client = useQueryClient();
  const sanction = useActiveSanction(player, 'suspension');
  const [until, setUntil] = useState<Until>(oneWeekFromNow);
  const isProposal = useUser().role === 'moderator' && until === null;
  const [rule, setRule] = useState<Rule>('other');
  const [reason, setReason] = useState('');
  const [untilError, setUntilError] = useState(false);
  const { run, busy, error, setError } = useStaffAction({
    call: async ({
      until: end,
      ...why
    }: {
      until: string | null;
      rule: Rule;
      reason: string;
    }): Promise<unknown> =>
      isProposal ? proposeSuspension(player.id, why) : suspend(player.id, { until: end, ...why }),
    successText: () => (isProposal ? MUTES_TEXTS.proposed : MUTES_TEXTS.suspended)(player.username),
    errorText: MUTES_TEXTS.suspendFailed,
    onDone: () => {
      for (const { queryKey } of [suspensionsQuery, proposalsQuery])
        void client.invalidateQueries({ queryKey });
      done();
    },
  });
  if (sanction.refusal !== null) return <SanctionNote {...sanction} />;
  const send = async () => {
    const text = reason.trim();
    const end = until === null ? null : parseLocalInput(until, serverNow());
    const isEndMissing = until !== null && end === null;
    setUntilError(isEndMissing);
    if (text === '') setError(MUTES_TEXTS.reasonNeeded);
    else if (text.length > LIMITS.staffReason) setError(MUTES_TEXTS.tooLong);
    else if (
      !isEndMissing &&
      (await confirm(
        (isProposal ? MUTES_TEXTS.proposeQuestion : MUTES_TEXTS.suspendQuestion)(player.username),
      ))
    )
      run({ until: end, rule, reason: text });
  };
  return (
    <StaffForm onSend={() => void send()}>
      <SanctionNote {...sanction} />
      <UntilField
        value={until}
        error={untilError}
        allowsProposal
        onChange={(next) => {
          setUntil(next);
          setUntilError(false);
        }}
      />
      <RuleField value={rule} onChange={setRule} />
      <TextArea
        label={MUTES_TEXTS.suspensionReason}
        placeholder={MUTES_TEXTS.suspensionReason}
        limit={LIMITS.staffReason}
        countFrom={1}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(null);
        }}
      />
      <Row wrap gap={3} rowGap={2}>
        <Button type="submit" variant="danger" busy={busy}>
          {isProposal ? MUTES_TEXTS.propose : MUTES_TEXTS.suspend}
        </Button>
      </Row>
    </StaffForm>
  );
}
