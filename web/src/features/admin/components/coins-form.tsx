import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { adjustCoins, playerQuery } from '../api.ts';
import { parseCoins } from '../stats.ts';
import styles from './player-editor.module.css';

const { max, step, default: defaultAmount } = LIMITS.adminCoins;

/** Show the form that adds or deducts a player's coins. */
export function CoinsForm({ id, coins }: { id: number; coins: number }) {
  const client = useQueryClient();
  const [text, setText] = useState(String(defaultAmount));
  const [reason, setReason] = useState('');
  const [isZero, setIsZero] = useState(false);
  const { run, busy, error, setError } = useStaffAction({
    call: (input: { amount: number; reason: string | null }) =>
      withIdempotencyKey(['coins', id, input], (key) => adjustCoins(id, input, key)),
    successText: (now) => EDIT_USER_TEXTS.adjusted(now),
    errorText: EDIT_USER_TEXTS.adjustFailed,
    onDone: (now) =>
      client.setQueryData(
        playerQuery(id).queryKey,
        (player) => player && { ...player, stats: { ...player.stats, coins: now } },
      ),
  });
  const adjust = (sign: 1 | -1) => {
    const amount = parseCoins(text);
    setText(String(amount));
    setIsZero(amount === 0);
    if (amount > 0) run({ amount: sign * amount, reason: reason.trim() || null });
  };
  return (
    <StaffForm onSend={() => adjust(1)}>
      <Row as="p" gap={2} tone="gold" className={styles.balance}>
        <Icon name="two-coins" />
        <SentenceText parts={EDIT_USER_TEXTS.balance(<output>{formatNumber(coins)}</output>)} />
      </Row>
      <Grid columns="8.5rem" fit gap={3} rowGap={5} align="start">
        <Field
          label={EDIT_USER_TEXTS.amount}
          hint={EDIT_USER_TEXTS.amountHint}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={step}
          value={text}
          error={isZero ? EDIT_USER_TEXTS.amountNeeded : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setIsZero(false);
            setError(null);
          }}
          onBlur={() => setText(String(parseCoins(text)))}
        />
        <Field
          label={EDIT_USER_TEXTS.coinsReason}
          maxLength={LIMITS.staffReason}
          dir="auto"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Grid>
      <Row wrap gap={3} rowGap={2}>
        <Button type="submit" variant="primary" busy={busy}>
          {EDIT_USER_TEXTS.add}
        </Button>
        <Button busy={busy} onClick={({ detail }) => detail > 1 || adjust(-1)}>
          {EDIT_USER_TEXTS.take}
        </Button>
        <ErrorMessage text={error} />
      </Row>
    </StaffForm>
  );
}
