import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { attackRejection, type FightView, healRejection } from '../fight-view.ts';
import type { useFightActions } from '../use-fight-actions.ts';
import styles from './actions.module.css';
import { ItemList } from './item-list.tsx';

type ActionsProps = {
  view: FightView;
  actions: ReturnType<typeof useFightActions>;
  items: readonly InventoryEntry[] | undefined;
  keys: boolean;
};

function KeyHint({ name, shown }: { name: string; shown: boolean }) {
  return shown ? (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  ) : null;
}

/** Show a ring that shrinks during the cooldown. */
function CooldownRing() {
  return (
    <svg
      className={styles.ring}
      viewBox="0 0 36 36"
      aria-hidden="true"
      style={{ '--cooldown': `${LIMITS.combat.exchangeIntervalMs}ms` } as CSSProperties}
    >
      <circle cx="18" cy="18" r="16" pathLength="100" />
    </svg>
  );
}

/** Show the actions attack, heal and use item. A button keeps its focus during the cooldown. */
export function Actions({ view, actions, items, keys }: ActionsProps) {
  const { pending, cooling, queued, error, retrying } = actions;
  const cannotAttack = attackRejection(view);
  const cannotHeal = healRejection(view);
  const name = view.opponent.player.username;
  // Phones show no tooltips, so explain an unavailable action in the visible hint.
  const hint =
    view.over || view.me.knockedOut ? null : view.me.mayAct ? cannotHeal : COMBAT_TEXTS.exchangeFirst;
  const isResting = pending !== null || cooling;
  return (
    <section className={styles.actions} aria-label={COMBAT_TEXTS.actions}>
      <p className={styles.warning} role="alert">
        {error ?? (view.me.knockedOut ? COMBAT_TEXTS.knockedOutYou : null)}
        {!error && !view.me.knockedOut && view.opponent.knockedOut && COMBAT_TEXTS.knockedOutOther(name)}
        {retrying && COMBAT_TEXTS.retrying}
      </p>
      <ItemList view={view} items={items} pending={pending} use={actions.use} keys={keys} />
      <div className={styles.main}>
        <Button
          variant="primary"
          size="large"
          className={clsx(styles.attack, isResting && styles.resting)}
          disabled={cannotAttack !== null}
          aria-disabled={isResting}
          aria-keyshortcuts={keys ? 'A' : undefined}
          title={cannotAttack ?? undefined}
          onClick={actions.attack}
        >
          <span className={styles.blade}>
            <Icon name="broadsword" size="1.5rem" />
            {cooling && <CooldownRing />}
          </span>
          {COMBAT_TEXTS.attack}
          <KeyHint name="A" shown={keys} />
          {queued && <span className={styles.queued} title={COMBAT_TEXTS.queued} />}
        </Button>
        <Button
          size="large"
          className={clsx(styles.heal, pending && !cannotHeal && styles.resting)}
          aria-disabled={pending !== null || cannotHeal !== null}
          aria-keyshortcuts={keys ? 'H' : undefined}
          aria-describedby="heals-left"
          title={cannotHeal ?? undefined}
          onClick={actions.heal}
        >
          <Icon name="heart-plus" size="1.5rem" />
          {COMBAT_TEXTS.heal}
          <KeyHint name="H" shown={keys} />
        </Button>
      </div>
      <p id="heals-left" className={styles.hint}>
        {COMBAT_TEXTS.left(view.me.healsLeft, view.me.itemsLeft)}
        {hint && ` ${hint}`}
        {!hint && !view.over && view.me.itemsLeft <= 0 && ` ${COMBAT_TEXTS.noItemsLeft}`}
      </p>
    </section>
  );
}
