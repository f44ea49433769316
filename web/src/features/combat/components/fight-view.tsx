import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { Flag, Keyboard, KeyboardOff, Volume2, VolumeX } from 'lucide-react';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fightInProgress } from '../../../lib/fight-in-progress.ts';
import { useAfterPaint } from '../../../lib/use-after-paint.ts';
import { useDeferredOpening } from '../../../lib/use-deferred-opening.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { AttackMove } from '../api.ts';
import {
  type ActionRejection,
  attackRejection,
  type FightModel,
  healRejection,
  heavyRejection,
  itemRejection,
  type OwnChoice,
} from '../fight-model.ts';
import type { WornGear } from '../gear.ts';
import { useFightSounds, useSounds } from '../sounds.ts';
import { useAnnouncements } from '../use-announcements.ts';
import { Arena } from './arena.tsx';
import { BattleLog } from './battle-log.tsx';
import { FightRecap } from './fight-recap.tsx';
import styles from './fight-view.module.css';
import { ItemList } from './item-list.tsx';
import { MoveBar } from './move-bar.tsx';
import { StatusLine } from './status-line.tsx';

export type FightViewProps = {
  fight: FightModel;
  choice: OwnChoice;
  /** The usable items, in the order of the keys 1–9; undefined while loading, null in a fight without items. */
  items: readonly InventoryEntry[] | null | undefined;
  /** The viewer's energy, which pays for heals. Null if heals are free or the energy is not loaded yet. */
  energy: number | null;
  gear?: { me: WornGear | undefined; opponent: WornGear | undefined };
  /** The error of the last action, or a warning about the connection. */
  warning?: string | null;
  isOffline?: boolean;
  /** True while the site is read-only. The fight is then paused. */
  isPaused?: boolean;
  /**
   * Called when the player chooses a possible move. For an impossible move, the view shows the reason instead. The same
   * applies to `onHeal` and `onItem`.
   */
  onMove: (move: AttackMove) => void;
  onHeal: () => void;
  onItem: (item: InventoryEntry) => void;
  /** Gives up the fight, after the view has asked for confirmation. Null if leaving the page is enough. */
  onConcede: (() => void) | null;
  /** The heading of the page; 'Fight' by default. */
  title?: string;
  /** A short line below the heading. */
  note?: string;
  /** The link that leaves the page. */
  back: ReactNode;
  /** The button 'How to fight'. */
  help?: ReactNode;
  /** A sentence above the moves, such as a lesson's hint. It replaces the sentence about the exchange. */
  coach?: string | undefined;
  /** Replaces the arena, to show a replay. */
  arena?: ReactNode;
  /** Replaces the status line, the moves and the items once the fight has an outcome. */
  ending?: ReactNode;
};

/** Delay toasts for this time (ms) after the end of a fight, because they would cover the result. */
const RESULT_MS = 2_500;
/** Time (ms) for which the status line shows why the pressed move is not possible. */
const REJECTION_MS = 4_000;

type FightTopProps = Pick<FightViewProps, 'note' | 'back' | 'help'> & {
  title: string;
  hasSound: boolean;
  hasKeys: boolean;
  onSound: () => void;
  onKeys: () => void;
  isPaused: boolean;
  /** Asks whether to give up the fight. Null if the player cannot give up, or once the fight is over. */
  onConcede: (() => void) | null;
};

/** Show the header of a fight: the back link, the heading and the buttons. */
const FightTop = memo(function FightTop(props: FightTopProps) {
  const { title, note, back, help, hasSound, hasKeys, onSound, onKeys, isPaused, onConcede } = props;
  return (
    <header className={styles.top}>
      {back}
      <div className={styles.heading}>
        <Text as="h1" size={4} className={styles.title}>
          {title}
        </Text>
        {note && (
          <Text size={1} leading="tight" tone="quiet">
            {note}
          </Text>
        )}
      </div>
      <Row justify="end">
        {/* This button comes first, so that the others do not move when this button is removed at the end. */}
        {onConcede && (
          <IconButton
            label={COMBAT_TEXTS.concede}
            aria-disabled={isPaused || undefined}
            onClick={() => isPaused || onConcede()}
          >
            <Flag size={20} aria-hidden="true" />
          </IconButton>
        )}
        {help}
        <IconButton label={COMBAT_TEXTS.sounds} aria-pressed={hasSound} onClick={onSound}>
          {hasSound ? <Volume2 size={20} aria-hidden="true" /> : <VolumeX size={20} aria-hidden="true" />}
        </IconButton>
        <IconButton
          className={styles.keyboard}
          label={COMBAT_TEXTS.keys}
          aria-pressed={hasKeys}
          onClick={onKeys}
        >
          {hasKeys ? <Keyboard size={20} aria-hidden="true" /> : <KeyboardOff size={20} aria-hidden="true" />}
        </IconButton>
      </Row>
    </header>
  );
});

/**
 * Show a fight: the arena, the viewer's moves and the log. The fight comes from the props, so that practice and replays
 * can use this view, too.
 */
export function FightView(props: FightViewProps) {
  const { fight, choice, items, energy, gear, warning = null, isOffline = false } = props;
  const { isPaused = false, coach, ending } = props;
  const { onMove, onHeal, onItem, onConcede } = props;
  const [areItemsOpen, setItemsOpen] = useState(false);
  const sounds = useSounds();
  useFightSounds(fight, sounds.sound);
  useAnnouncements(fight, choice.chosen, coach);
  const isOpen = fight.outcome === null;
  // Show an exchange in the arena first, then in the other parts. Rendering all parts in one frame takes longer than
  // 50 ms on a slow phone.
  const { chosen } = choice;
  const { fight: shown, chosen: shownChoice } = useAfterPaint(
    useMemo(() => ({ fight, chosen }), [fight, chosen]),
  );
  // Show the outcome first, then the description of the fight, then the log. Rendering everything in one step would
  // make the outcome's animation stutter.
  const isRecapDue = useDeferredOpening(!isOpen);
  const isLogDue = useDeferredOpening(isRecapDue);
  // Hide the connection banner, because it would move the fight. The status line shows a lost connection instead. On a
  // phone in landscape, also hide the navbar. Use a layout effect, so that the navbar is shown again before the coin
  // animation measures the position of the balance.
  useLayoutEffect(() => {
    document.documentElement.dataset.fight = isOpen ? 'open' : 'over';
    return () => void delete document.documentElement.dataset.fight;
  }, [isOpen]);
  useEffect(() => () => fightInProgress.set(false), []);
  useEffect(() => {
    if (isOpen) {
      fightInProgress.set(true);
      return undefined;
    }
    const timer = setTimeout(() => fightInProgress.set(false), RESULT_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  const itemsButton = useRef<HTMLButtonElement>(null);
  const closeItems = () => {
    if (!areItemsOpen) return;
    // In small windows, the items button is hidden with the moves while the items are open. Show the moves again before
    // focusing this button.
    flushSync(() => setItemsOpen(false));
    itemsButton.current?.focus();
  };
  const [rejection, setRejection] = useState<ActionRejection>(null);
  useEffect(() => {
    if (rejection === null) return undefined;
    const timer = setTimeout(() => setRejection(null), REJECTION_MS);
    return () => clearTimeout(timer);
  }, [rejection]);
  const attempt = (reason: ActionRejection, run: () => void) => {
    if (isPaused) return;
    if (!isBusy) setRejection(reason);
    if (reason === null) run();
  };
  const choose = (chosenMove: AttackMove) =>
    attempt(chosenMove === 'heavy' ? heavyRejection(fight) : attackRejection(fight), () =>
      onMove(chosenMove),
    );
  const chooseHeal = () => attempt(healRejection(fight, energy), onHeal);
  const takeItem = (item: InventoryEntry) => {
    closeItems();
    attempt(itemRejection(fight, item), () => onItem(item));
  };
  const shortcuts = useShortcuts('rivalhold:fight-keys', {
    a: () => choose('strike'),
    s: () => choose('guard'),
    d: () => choose('feint'),
    f: () => choose('heavy'),
    h: chooseHeal,
    ...Object.fromEntries(
      (items ?? []).slice(0, 9).map((item, index) => [`${index + 1}`, () => takeItem(item)]),
    ),
  });
  const askConcede = async () => {
    const { concede, conceding, concedingUncounted } = COMBAT_TEXTS;
    const text = fight.countsAsLoss ? conceding : concedingUncounted;
    if (await confirm({ title: concede, text, confirm: concede, danger: true })) onConcede?.();
  };
  const hasRecap = fight.outcome !== null && fight.exchanges.length > 0;
  const move = useStableCallback(choose);
  const heal = useStableCallback(chooseHeal);
  const openItems = useStableCallback(() => setItemsOpen(true));
  const concede = useStableCallback(() => void askConcede());
  const isBusy =
    choice.isPending || [fight, shown].some(({ isPlaying, me, over }) => isPlaying || (me.sealed && !over));
  return (
    <div
      className={clsx(
        styles.screen,
        items === null && styles.itemless,
        props.arena && styles.replayed,
        fight.outcome && (hasRecap ? styles.withRecap : styles.ended),
      )}
    >
      <FightTop
        title={props.title ?? COMBAT_TEXTS.title}
        note={props.note}
        back={props.back}
        help={props.help}
        hasSound={sounds.on}
        hasKeys={shortcuts.on}
        onSound={useStableCallback(sounds.toggle)}
        onKeys={useStableCallback(shortcuts.toggle)}
        isPaused={isPaused}
        onConcede={onConcede && isOpen ? concede : null}
      />
      {props.arena ?? (
        <Arena fight={fight} choice={choice} energy={energy} gear={gear} hasPresence={!isOffline} />
      )}
      {fight.outcome ? (
        ending
      ) : (
        <>
          <StatusLine
            fight={shown}
            chosen={shownChoice}
            warning={warning ?? (isBusy ? null : rejection)}
            coach={coach}
            isOffline={isOffline}
          />
          <MoveBar
            fight={shown}
            isBusy={isBusy || isPaused}
            isPaused={isPaused}
            isQueued={choice.isQueued ?? false}
            isOffline={isOffline}
            energy={energy}
            keys={shortcuts.on}
            areItemsOpen={areItemsOpen}
            itemsButton={itemsButton}
            onOpenItems={items === null ? null : openItems}
            onMove={move}
            onHeal={heal}
          />
          {items !== null && (
            <ItemList
              fight={shown}
              items={items}
              isBusy={isBusy || isPaused}
              use={takeItem}
              keys={shortcuts.on}
              isOpen={areItemsOpen}
              onClose={closeItems}
            />
          )}
        </>
      )}
      {hasRecap && isRecapDue && <FightRecap fight={fight} />}
      {(isOpen || isLogDue) && (
        <BattleLog isOpen={isOpen} lines={shown.log} isSpectator={fight.isSpectator} />
      )}
    </div>
  );
}
