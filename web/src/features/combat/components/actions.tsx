import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHALLENGE_TEXTS, COMBAT_TEXTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { attackRejection, type FightView, healRejection, heavyRejection } from '../fight-view.ts';
import type { useFightActions } from '../use-fight-actions.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
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

const MOVES = [
  { move: 'guard', key: 'S', icon: 'checked-shield' },
  { move: 'feint', key: 'D', icon: 'dodging' },
  { move: 'heavy', key: 'F', icon: 'anvil-impact' },
] as const;

/** Return what the fight waits for, as a text. */
function waitText({ me, opponent, isAsked }: FightView): string | null {
  const { username } = opponent.player;
  if (isAsked) return COMBAT_TEXTS.asked(username);
  if (me.sealed) return COMBAT_TEXTS.waiting(username);
  if (opponent.sealed) return COMBAT_TEXTS.theyChose(username);
  return opponent.telegraph && COMBAT_TEXTS.prepares(username, MOVE_NAMES[opponent.telegraph]);
}

/** Show the time that is left for the choices of an exchange, or for the answer to the challenge. */
function Deadline({ at }: { at: string }) {
  return <p role="timer">{CHALLENGE_TEXTS.left(useSecondsUntil(at))}</p>;
}

/** Show the moves, heal and items. A button keeps its focus during the cooldown. */
export function Actions({ view, actions, items, keys }: ActionsProps) {
  const { pending, cooling, sealed, queued, error, retrying } = actions;
  const cannotAttack = attackRejection(view);
  const cannotHeavy = heavyRejection(view);
  const cannotHeal = healRejection(view);
  const name = view.opponent.player.username;
  const isResting = pending !== null || cooling || sealed;
  const isBlocked = pending !== null || sealed;
  // Phones show no tooltips, so explain an unavailable action in the visible hint.
  const hint = view.over || view.me.knockedOut ? null : cannotHeal;
  const askConcede = async () => {
    const question = {
      title: COMBAT_TEXTS.concede,
      text: COMBAT_TEXTS.conceding,
      confirm: COMBAT_TEXTS.concede,
    };
    if (await confirm(question)) actions.concede();
  };
  return (
    <section className={styles.actions} aria-label={COMBAT_TEXTS.actions}>
      <p className={styles.warning} role="alert">
        {error ?? (view.me.knockedOut ? COMBAT_TEXTS.knockedOutYou : null)}
        {!error && !view.me.knockedOut && view.opponent.knockedOut && COMBAT_TEXTS.knockedOutOther(name)}
        {retrying && COMBAT_TEXTS.retrying}
      </p>
      <div className={styles.wait}>
        <p role="status">{!view.over && waitText(view)}</p>
        {!view.over && view.deadlineAt && <Deadline at={view.deadlineAt} />}
      </div>
      <ItemList view={view} items={items} pending={isBlocked ? 'move' : null} use={actions.use} keys={keys} />
      <div className={styles.main}>
        <Button
          variant="primary"
          size="large"
          className={clsx(styles.attack, isResting && styles.resting)}
          disabled={cannotAttack !== null}
          aria-disabled={isResting}
          aria-keyshortcuts={keys ? 'A' : undefined}
          title={cannotAttack ?? undefined}
          onClick={() => actions.play('strike')}
        >
          <span className={styles.blade}>
            <Icon name="broadsword" size="1.5rem" />
            {cooling && <CooldownRing />}
          </span>
          <span className={styles.label}>
            {COMBAT_TEXTS.attack}
            <small>{MOVE_NAMES.strike}</small>
          </span>
          <KeyHint name="A" shown={keys} />
          {queued && <span className={styles.queued} title={COMBAT_TEXTS.queued} />}
        </Button>
        {MOVES.map(({ move, key, icon }) => {
          const refusal = move === 'heavy' ? cannotHeavy : cannotAttack;
          return (
            <Button
              key={move}
              size="large"
              aria-disabled={isBlocked || refusal !== null}
              aria-keyshortcuts={keys ? key : undefined}
              title={refusal ?? undefined}
              onClick={() => actions.play(move)}
            >
              <Icon name={icon} size="1.5rem" />
              {MOVE_NAMES[move]}
              <KeyHint name={key} shown={keys} />
            </Button>
          );
        })}
        <Button
          size="large"
          className={clsx(styles.heal, pending && !cannotHeal && styles.resting)}
          aria-disabled={isBlocked || cannotHeal !== null}
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
        {COMBAT_TEXTS.focus(view.me.focus)} {COMBAT_TEXTS.left(view.me.healsLeft, view.me.itemsLeft)}
        {hint && ` ${hint}`}
        {!hint && !view.over && view.me.itemsLeft <= 0 && ` ${COMBAT_TEXTS.noItemsLeft}`}
      </p>
      {!view.over && (
        <Button variant="ghost" size="small" onClick={() => void askConcede()}>
          {COMBAT_TEXTS.concede}
        </Button>
      )}
    </section>
  );
}
