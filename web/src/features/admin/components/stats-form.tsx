import type { AdminStats } from '@rivalhold/shared/contract/admin.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { readError, wordsOf } from '../../../lib/errors.ts';
import { useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { saveStats, setPlayer } from '../api.ts';
import { clamped, STAT_FIELDS, type StatField, type StatsDraft, statsChange } from '../stats.ts';

/** What was written is there again for who comes back. */
const EMPTY: StatsDraft & { reason: string } = { reason: '' };
type Faults = Partial<Record<StatField | 'reason', string>>;

/** A player's stats; only what was changed is saved, so that what a fight changed meanwhile stays. */
export function StatsForm({ id, stats }: { id: number; stats: AdminStats }) {
  const client = useQueryClient();
  const [{ reason, ...draft }, write] = useKeptDraft(useUser().id, `stats:${id}`, EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [said, setSaid] = useState<{ text: string; isFault: boolean } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Partial<Record<StatField, number>>) =>
      saveStats(id, { ...change, reason: reason.trim() || null }),
    onSuccess: (player) => {
      setPlayer(client, player);
      write(null);
      setSaid({ text: EDIT_USER_TEXTS.saved, isFault: false });
      announce(EDIT_USER_TEXTS.saved);
    },
    onError: async (thrown) => {
      const error = await readError(thrown);
      setFaults(error.errors);
      const isOfFields = Object.keys(error.errors).some((field) => field in { ...stats, reason });
      const { saveFailed } = EDIT_USER_TEXTS;
      setSaid({ text: isOfFields ? saveFailed : wordsOf(error, saveFailed), isFault: true });
    },
  });
  const save = () => {
    if (isPending) return;
    const { change, faults: found } = statsChange(stats, draft);
    const all: Faults = {
      ...found,
      ...(reason.trim().length > LIMITS.staffReason && { reason: EDIT_USER_TEXTS.tooLong }),
    };
    setFaults(all);
    setSaid(null);
    if (Object.keys(all).length > 0) return;
    if (Object.keys(change).length > 0) mutate(change);
    else setSaid({ text: EDIT_USER_TEXTS.nothing, isFault: false });
  };
  const hint = (field: StatField) =>
    field === 'health' ? EDIT_USER_TEXTS.ofMost(stats.maxHealth) : undefined;
  return (
    <DeskForm onSend={save}>
      <p className={desk.text}>{EDIT_USER_TEXTS.statsText}</p>
      <div className={desk.fields}>
        {STAT_FIELDS.map((field) => (
          <Field
            key={field}
            label={EDIT_USER_TEXTS.fields[field]}
            hint={hint(field)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={16}
            readOnly={isPending}
            value={draft[field] ?? String(stats[field])}
            error={faults[field]}
            onBlur={() => {
              if (field === 'coins' && draft.coins !== undefined) write({ coins: clamped(draft.coins) });
            }}
            onChange={(event) => {
              write({ [field]: event.target.value });
              setFaults({ ...faults, [field]: undefined });
              setSaid(null);
            }}
          />
        ))}
      </div>
      <TextArea
        label={EDIT_USER_TEXTS.reason}
        placeholder={EDIT_USER_TEXTS.reason}
        limit={LIMITS.staffReason}
        countFrom={1}
        readOnly={isPending}
        value={reason}
        error={faults.reason}
        onChange={(event) => write({ reason: event.target.value })}
      />
      <div className={desk.deeds}>
        <Button type="submit" variant="primary" busy={isPending}>
          {EDIT_USER_TEXTS.saveStats}
        </Button>
        {said && (
          <p role={said.isFault ? 'alert' : 'status'} className={said.isFault ? desk.fault : desk.text}>
            {said.text}
          </p>
        )}
      </div>
    </DeskForm>
  );
}
