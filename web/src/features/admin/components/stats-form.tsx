import type { AdminStats } from '@rivalhold/shared/contract/admin.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { errorText, readError } from '../../../lib/errors.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { saveStats, setCachedPlayer } from '../api.ts';
import { clampCoinsText, diffStats, STAT_FIELDS, type StatField, type StatsDraft } from '../stats.ts';

/** The draft without edits. `useDraft` stores unsaved edits and restores them when the form opens again. */
const EMPTY_DRAFT: StatsDraft & { reason: string } = { reason: '' };
type Errors = Partial<Record<StatField | 'reason', string>>;

/** Show the form for a player's stats. Only edited stats are saved, so that concurrent changes by a fight are kept. */
export function StatsForm({ id, stats }: { id: number; stats: AdminStats }) {
  const client = useQueryClient();
  const [{ reason, ...draft }, write] = useDraft(useUser().id, `stats:${id}`, EMPTY_DRAFT);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Partial<Record<StatField, number>>) =>
      saveStats(id, { ...change, reason: reason.trim() || null }),
    onSuccess: (player) => {
      setCachedPlayer(client, player);
      write(null);
      setMessage({ text: EDIT_USER_TEXTS.saved, isError: false });
      announce(EDIT_USER_TEXTS.saved);
    },
    onError: async (thrown) => {
      const apiError = await readError(thrown);
      setErrors(apiError.errors);
      const isOfFields = Object.keys(apiError.errors).some((field) => field in { ...stats, reason });
      const { saveFailed } = EDIT_USER_TEXTS;
      setMessage({ text: isOfFields ? saveFailed : errorText(apiError, saveFailed), isError: true });
    },
  });
  const save = () => {
    if (isPending) return;
    const { change, errors: found } = diffStats(stats, draft);
    const all: Errors = {
      ...found,
      ...(reason.trim().length > LIMITS.staffReason && { reason: EDIT_USER_TEXTS.tooLong }),
    };
    setErrors(all);
    setMessage(null);
    if (Object.keys(all).length > 0) return;
    if (Object.keys(change).length > 0) mutate(change);
    else setMessage({ text: EDIT_USER_TEXTS.nothing, isError: false });
  };
  const hint = (field: StatField) =>
    field === 'health' ? EDIT_USER_TEXTS.ofMost(stats.maxHealth) : undefined;
  return (
    <StaffForm onSend={save}>
      <p className={staff.text}>{EDIT_USER_TEXTS.statsText}</p>
      <Grid columns="8.5rem" fit gap={3} rowGap={5} align="start">
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
            error={errors[field]}
            onBlur={() => {
              if (field === 'coins' && draft.coins !== undefined)
                write({ coins: clampCoinsText(draft.coins) });
            }}
            onChange={(event) => {
              write({ [field]: event.target.value });
              setErrors({ ...errors, [field]: undefined });
              setMessage(null);
            }}
          />
        ))}
      </Grid>
      <TextArea
        label={EDIT_USER_TEXTS.reason}
        placeholder={EDIT_USER_TEXTS.reason}
        limit={LIMITS.staffReason}
        countFrom={1}
        readOnly={isPending}
        value={reason}
        error={errors.reason}
        onChange={(event) => write({ reason: event.target.value })}
      />
      <Row wrap gap={3} rowGap={2}>
        <Button type="submit" variant="primary" busy={isPending}>
          {EDIT_USER_TEXTS.saveStats}
        </Button>
        {message && (
          <Text
            role={message.isError ? 'alert' : 'status'}
            size={message.isError ? 1 : undefined}
            tone={message.isError ? 'danger' : 'quiet'}
          >
            {message.text}
          </Text>
        )}
      </Row>
    </StaffForm>
  );
}
