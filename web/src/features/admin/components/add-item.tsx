import { GIVEN_TYPES } from '@rivalhold/shared/items/given.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogueQuery } from '../../../entities/items/api.ts';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { actOnce } from '../../../lib/act-once.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { addItem, setPlayer } from '../api.ts';
import styles from './player-editor.module.css';

type Given = (typeof GIVEN_TYPES)[number];
const isGiven = (text: string): text is Given => GIVEN_TYPES.some((type) => type === text);

/** Gives a player a potion, a weapon or a piece of armor. */
export function AddItem({ id }: { id: number }) {
  const client = useQueryClient();
  const query = useQuery(catalogueQuery);
  const [type, setType] = useState<Given>('potion');
  const [chosen, setChosen] = useState<number | null>(null);
  const [quantity, setQuantity] = useState(1);
  const { run, busy, fault, setFault } = useDeed({
    call: (what: { itemId: number; quantity: number }) =>
      actOnce(['item', id, what], (key) => addItem(id, what, key)),
    done: () => EDIT_USER_TEXTS.added,
    failed: EDIT_USER_TEXTS.addFailed,
    onDone: (player) => setPlayer(client, player),
  });
  if (!query.data) {
    return query.error ? (
      <Failure message={EDIT_USER_TEXTS.catalogueFailed} retry={() => void query.refetch()} />
    ) : (
      <Skeleton height="9rem" />
    );
  }
  const items = query.data.filter((item) => item.type === type);
  const item = items.find((one) => one.id === chosen) ?? items[0];
  return (
    <DeskForm
      onSend={() => {
        if (item) run({ itemId: item.id, quantity });
      }}
    >
      <div className={desk.fields}>
        <SelectField
          label={EDIT_USER_TEXTS.type}
          options={GIVEN_TYPES.map((value) => ({ value, label: EDIT_USER_TEXTS.types[value] }))}
          value={type}
          onChange={({ target: { value } }) => {
            if (isGiven(value)) setType(value);
            setFault(null);
          }}
        />
        <SelectField
          label={EDIT_USER_TEXTS.item}
          options={items.map((one) => ({ value: String(one.id), label: one.name }))}
          value={item ? String(item.id) : ''}
          onChange={(event) => {
            setChosen(Number(event.target.value));
            setFault(null);
          }}
        />
      </div>
      <div className={desk.deeds}>
        <span className={styles.label}>{EDIT_USER_TEXTS.quantity}</span>
        <Stepper
          value={quantity}
          min={1}
          max={LIMITS.store.quantityMax}
          onChange={setQuantity}
          label={EDIT_USER_TEXTS.quantity}
          less={EDIT_USER_TEXTS.fewer}
          more={EDIT_USER_TEXTS.more}
        />
        <Button type="submit" variant="primary" busy={busy} aria-disabled={!item || undefined}>
          {EDIT_USER_TEXTS.addItem}
        </Button>
        <Fault text={fault} />
      </div>
    </DeskForm>
  );
}
