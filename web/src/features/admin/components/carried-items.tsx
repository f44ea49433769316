import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import desk from '../../../entities/staff/desk.module.css';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { Notice } from '../../../ui/state.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { removeItem, setPlayer } from '../api.ts';
import styles from './player-editor.module.css';

/** What a player carries, each of it to be taken away. */
export function CarriedItems({ id, inventory }: { id: number; inventory: readonly InventoryEntry[] }) {
  const place = useKeptFocus<HTMLDivElement>(inventory.map((entry) => entry.itemId).join());
  return (
    <div ref={place} tabIndex={-1}>
      {inventory.length === 0 ? (
        <Notice icon="backpack" title={EDIT_USER_TEXTS.inventoryEmpty} />
      ) : (
        <ul className={desk.list}>
          {inventory.map((entry) => (
            <Row key={entry.itemId} id={id} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ id, entry }: { id: number; entry: InventoryEntry }) {
  const { itemId, name, quantity } = entry;
  const client = useQueryClient();
  const { run, busy, fault } = useDeed({
    call: (some: number | undefined) => removeItem(id, itemId, some),
    done: () => EDIT_USER_TEXTS.removed,
    failed: EDIT_USER_TEXTS.removeFailed,
    onDone: (player) => setPlayer(client, player),
  });
  const askForAll = async () => {
    const title = EDIT_USER_TEXTS.removeTitle(name);
    if (await confirm({ title, confirm: EDIT_USER_TEXTS.removeAll, danger: true })) run(undefined);
  };
  return (
    <li className={styles.item}>
      <p className={styles.name}>
        {name} <span>{EDIT_USER_TEXTS.times(quantity)}</span>
      </p>
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
        className={desk.harm}
        busy={busy}
        aria-label={EDIT_USER_TEXTS.removeAllOf(name)}
        onClick={() => void askForAll()}
      >
        {EDIT_USER_TEXTS.removeAll}
      </Button>
      <Fault text={fault} />
    </li>
  );
}
