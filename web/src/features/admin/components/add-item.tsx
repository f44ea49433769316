import { GRANTABLE_TYPES } from '@rivalhold/shared/items/grantable-types.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogueQuery } from '../../../entities/items/api.ts';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SkeletonField } from '../../../ui/skeleton-parts.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Text } from '../../../ui/text.tsx';
import { addItem, setCachedPlayer } from '../api.ts';

type Given = (typeof GRANTABLE_TYPES)[number];
const isGiven = (text: string): text is Given => GRANTABLE_TYPES.some((type) => type === text);

/** Show the form that gives a player a potion, a weapon or a piece of armor. */
export function AddItem({ id }: { id: number }) {
  const client = useQueryClient();
  const query = useQuery(catalogueQuery);
  const [type, setType] = useState<Given>('potion');
  const [chosen, setChosen] = useState<number | null>(null);
  const [quantity, setQuantity] = useState(1);
  const { run, busy, error, setError } = useStaffAction({
    call: (input: { itemId: number; quantity: number }) =>
      withIdempotencyKey(['item', id, input], (key) => addItem(id, input, key)),
    successText: () => EDIT_USER_TEXTS.added,
    errorText: EDIT_USER_TEXTS.addFailed,
    onDone: (player) => setCachedPlayer(client, player),
  });
  if (!query.data) {
    return query.error ? (
      <Failure message={EDIT_USER_TEXTS.catalogueFailed} retry={() => void query.refetch()} />
    ) : (
      <Stack gap={2}>
        <SkeletonField />
        <SkeletonField />
      </Stack>
    );
  }
  const items = query.data.filter((item) => item.type === type);
  const item = items.find(({ id: itemId }) => itemId === chosen) ?? items[0];
  return (
    <StaffForm
      onSend={() => {
        if (item) run({ itemId: item.id, quantity });
      }}
    >
      <Grid columns="8.5rem" fit gap={3} rowGap={5} align="start">
        <SelectField
          label={EDIT_USER_TEXTS.type}
          options={GRANTABLE_TYPES.map((value) => ({ value, label: EDIT_USER_TEXTS.types[value] }))}
          value={type}
          onChange={({ target: { value } }) => {
            if (isGiven(value)) setType(value);
            setError(null);
          }}
        />
        <SelectField
          label={EDIT_USER_TEXTS.item}
          options={items.map(({ id: itemId, name }) => ({ value: String(itemId), label: name }))}
          value={item ? String(item.id) : ''}
          onChange={(event) => {
            setChosen(Number(event.target.value));
            setError(null);
          }}
        />
      </Grid>
      <Row wrap gap={3} rowGap={2}>
        <Text as="span" size={1} weight="medium">
          {EDIT_USER_TEXTS.quantity}
        </Text>
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
        <ErrorMessage text={error} />
      </Row>
    </StaffForm>
  );
}
