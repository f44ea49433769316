import type { FoundPlayer, MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { Presets } from '../../../entities/staff/presets.tsx';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { mute, mutesQuery } from '../api.ts';
import { DurationField } from './duration-field.tsx';
import { Stands, useStands } from './standing.tsx';

/** Mutes a player for one of three durations. */
export function MuteForm({ player, done }: { player: FoundPlayer; done: () => void }) {
  const client = useQueryClient();
  const [duration, setDuration] = useState<MuteDuration>('1d');
  const [reason, setReason] = useState('');
  const stands = useStands(player, 'mute');
  const { run, busy, fault, setFault } = useDeed({
    call: () => mute(player.id, { duration, reason: reason.trim() || null }),
    done: () => MUTES_TEXTS.muted(player.username),
    failed: MUTES_TEXTS.muteFailed,
    onDone: () => {
      void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
      done();
    },
  });
  if (stands.refusal !== null) return <Stands {...stands} />;
  const write = (text: string) => {
    setReason(text);
    setFault(null);
  };
  const tooLong = reason.trim().length > LIMITS.staffReason;
  return (
    <DeskForm
      onSend={() => {
        if (tooLong) setFault(MUTES_TEXTS.tooLong);
        else run(undefined);
      }}
    >
      <Stands {...stands} />
      <DurationField value={duration} onChange={setDuration} />
      <TextArea
        label={MUTES_TEXTS.reason}
        placeholder={MUTES_TEXTS.reasonHint}
        limit={LIMITS.staffReason}
        countFrom={1}
        value={reason}
        error={fault}
        onChange={(event) => write(event.target.value)}
      />
      <Presets label={MUTES_TEXTS.presets} texts={MUTES_TEXTS.reasons} written={reason} onPick={write} />
      <div className={desk.deeds}>
        <Button type="submit" variant="danger" busy={busy}>
          {stands.held ? MUTES_TEXTS.muteAgain : MUTES_TEXTS.mute}
        </Button>
      </div>
    </DeskForm>
  );
}
