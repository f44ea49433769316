import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { suspend, suspensionsQuery } from '../api.ts';
import { fromLocal, inAWeek } from '../until.ts';
import { Stands, useStands } from './standing.tsx';
import { type Until, UntilField } from './until-field.tsx';

/** Suspends an account, for good or until a time, with a reason that its player is told. */
export function SuspendForm({ player, done }: { player: FoundPlayer; done: () => void }) {
  const client = useQueryClient();
  const stands = useStands(player, 'suspension');
  const [until, setUntil] = useState<Until>(inAWeek);
  const [reason, setReason] = useState('');
  const [untilFault, setUntilFault] = useState(false);
  const { run, busy, fault, setFault } = useDeed({
    call: (body: { until: string | null; reason: string }) => suspend(player.id, body),
    done: () => MUTES_TEXTS.suspended(player.username),
    failed: MUTES_TEXTS.suspendFailed,
    onDone: () => {
      void client.invalidateQueries({ queryKey: suspensionsQuery.queryKey });
      done();
    },
  });
  if (stands.refusal !== null) return <Stands {...stands} />;
  const send = async () => {
    const text = reason.trim();
    const end = until === null ? null : fromLocal(until, Date.now());
    const isMissing = until !== null && end === null;
    setUntilFault(isMissing);
    if (text === '') setFault(MUTES_TEXTS.reasonNeeded);
    else if (text.length > LIMITS.staffReason) setFault(MUTES_TEXTS.tooLong);
    else if (!isMissing && (await confirm(MUTES_TEXTS.suspendQuestion(player.username))))
      run({ until: end, reason: text });
  };
  return (
    <DeskForm onSend={() => void send()}>
      <Stands {...stands} />
      <UntilField
        value={until}
        fault={untilFault}
        onChange={(next) => {
          setUntil(next);
          setUntilFault(false);
        }}
      />
      <TextArea
        label={MUTES_TEXTS.suspensionReason}
        placeholder={MUTES_TEXTS.suspensionReason}
        limit={LIMITS.staffReason}
        countFrom={1}
        value={reason}
        error={fault}
        onChange={(event) => {
          setReason(event.target.value);
          setFault(null);
        }}
      />
      <div className={desk.deeds}>
        <Button type="submit" variant="danger" busy={busy}>
          {MUTES_TEXTS.suspend}
        </Button>
      </div>
    </DeskForm>
  );
}
