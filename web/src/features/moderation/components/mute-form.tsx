import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { FoundPlayer, MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Presets } from '../../../entities/staff/presets.tsx';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { RuleField } from '../../../ui/reason-fields.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { mute, mutesQuery } from '../api.ts';
import { DurationField } from './duration-field.tsx';
import { SanctionNote, useActiveSanction } from './sanction-note.tsx';

/** Show the form that mutes a player for one of three durations. */
export function MuteForm({ player, done }: { player: FoundPlayer; done: () => void }) {
  const client = useQueryClient();
  const [duration, setDuration] = useState<MuteDuration>('1d');
  const [rule, setRule] = useState<Rule>('other');
  const [reason, setReason] = useState('');
  const sanction = useActiveSanction(player, 'mute');
  const { run, busy, error, setError } = useStaffAction({
    call: () => mute(player.id, { duration, rule, reason: reason.trim() || null }),
    successText: () => MUTES_TEXTS.muted(player.username),
    errorText: MUTES_TEXTS.muteFailed,
    onDone: () => {
      void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
      done();
    },
  });
  if (sanction.refusal !== null) return <SanctionNote {...sanction} />;
  const write = (text: string) => {
    setReason(text);
    setError(null);
  };
  const tooLong = reason.trim().length > LIMITS.staffReason;
  return (
    <StaffForm
      onSend={() => {
        if (tooLong) setError(MUTES_TEXTS.tooLong);
        else run(undefined);
      }}
    >
      <SanctionNote {...sanction} />
      <DurationField value={duration} onChange={setDuration} />
      <RuleField value={rule} onChange={setRule} />
      <TextArea
        label={MUTES_TEXTS.reason}
        placeholder={MUTES_TEXTS.reasonHint}
        limit={LIMITS.staffReason}
        countFrom={1}
        value={reason}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <Presets label={MUTES_TEXTS.presets} texts={MUTES_TEXTS.reasons} written={reason} onPick={write} />
      <Row wrap gap={3} rowGap={2}>
        <Button type="submit" variant="danger" busy={busy}>
          {sanction.active ? MUTES_TEXTS.muteAgain : MUTES_TEXTS.mute}
        </Button>
      </Row>
    </StaffForm>
  );
}
