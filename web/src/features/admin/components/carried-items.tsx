import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import staff from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { removeItem, setCachedPlayer } from '../api.ts';
import styles from './player-editor.module.css';

/** List a player's items, each with actions to remove it. */
export function CarriedItems({ id, inventory }: { id: number; inventory: readonly InventoryEntry[] }) {
  const container = useRestoreFocus<HTMLDivElement>(inventory.map((entry) => entry.itemId).join());
  return (
    <div ref={container} tabIndex={-1}>
      {inventory.length === 0 ? (
        <Notice icon="backpack" title={EDIT_USER_TEXTS.inventoryEmpty} />
      ) : (
        <Stack as="ul" divided>
          {inventory.map((entry) => (
            <CarriedItem key={entry.itemId} id={id} entry={entry} />
          ))}
        </Stack>
      )}
    </div>
  );
}

function CarriedItem({ id, entry }: { id: number; entry: InventoryEntry }) {
  const { itemId, name, quantity } = entry;
  const client = useQueryClient();
  const { run, busy, error } = useStaffAction({
    call: (quantityText: number | undefined) => removeItem(id, itemId, quantityText),
    successText: () => EDIT_USER_TEXTS.removed,
    errorText: EDIT_USER_TEXTS.removeFailed,
    onDone: (player) => setCachedPlayer(client, player),
  });
  const askForAll = async () => {
    const title = EDIT_USER_TEXTS.removeTitle(name);
    if (await confirm({ title, confirm: EDIT_USER_TEXTS.removeAll, danger: true })) run(undefined);
  };
  return (
    <Row as="li" wrap gap={2} paddingBlock={2}>
      <Text grow="9rem" weight="medium" wrap="anywhere" className={styles.name}>
        {name} <span>{EDIT_USER_TEXTS.times(quantity)}</span>
      </Text>
      {quantity > 1 && (
        <Button
          size="small"
          busy={busy}
          aria-label={EDIT_USER_TEXTS.removeOneOf(name)}
          onClick={() => run(1)}
        >
          {EDIT_USER_TEXTS.removeOne}
        </Button>
      )}
      <Button
        size="small"
        className={staff.dangerButton}
        busy={busy}
        aria-label={EDIT_USER_TEXTS.removeAllOf(name)}
        onClick={() => void askForAll()}
      >
        {EDIT_USER_TEXTS.removeAll}
      </Button>
      <ErrorMessage text={error} />
    </Row>
  );
}
