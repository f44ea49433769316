import { figures } from '@rivalhold/shared/figures.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { actOnce } from '../../../lib/act-once.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { adjustCoins, playerQuery } from '../api.ts';
import { coinsOf } from '../stats.ts';
import styles from './player-editor.module.css';

const { max, step, usual } = LIMITS.adminCoins;

/** Books coins to a player's purse, or from it. */
export function CoinsForm({ id, coins }: { id: number; coins: number }) {
  const client = useQueryClient();
  const [text, setText] = useState(String(usual));
  const [reason, setReason] = useState('');
  const [isNothing, setIsNothing] = useState(false);
  const { run, busy, fault, setFault } = useDeed({
    call: (what: { amount: number; reason: string | null }) =>
      actOnce(['coins', id, what], (key) => adjustCoins(id, what, key)),
    done: (now) => EDIT_USER_TEXTS.adjusted(now),
    failed: EDIT_USER_TEXTS.adjustFailed,
    onDone: (now) =>
      client.setQueryData(
        playerQuery(id).queryKey,
        (player) => player && { ...player, stats: { ...player.stats, coins: now } },
      ),
  });
  const book = (sign: 1 | -1) => {
    const amount = coinsOf(text);
    setText(String(amount));
    setIsNothing(amount === 0);
    if (amount > 0) run({ amount: sign * amount, reason: reason.trim() || null });
  };
  return (
    <DeskForm onSend={() => book(1)}>
      <p className={styles.purse}>
        <Icon name="two-coins" />
        {EDIT_USER_TEXTS.purse}: <output>{figures(coins)}</output>
      </p>
      <div className={desk.fields}>
        <Field
          label={EDIT_USER_TEXTS.amount}
          hint={EDIT_USER_TEXTS.amountHint}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={step}
          value={text}
          error={isNothing ? EDIT_USER_TEXTS.amountNeeded : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setIsNothing(false);
            setFault(null);
          }}
          onBlur={() => setText(String(coinsOf(text)))}
        />
        <Field
          label={EDIT_USER_TEXTS.coinsReason}
          maxLength={LIMITS.staffReason}
          dir="auto"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <div className={desk.deeds}>
        <Button type="submit" variant="primary" busy={busy}>
          {EDIT_USER_TEXTS.add}
        </Button>
        <Button busy={busy} onClick={({ detail }) => detail > 1 || book(-1)}>
          {EDIT_USER_TEXTS.take}
        </Button>
        <Fault text={fault} />
      </div>
    </DeskForm>
  );
}
