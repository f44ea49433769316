import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { HEAVY_FOCUS } from '@rivalhold/shared/fights/moves.ts';
import { COMBAT_TEXTS, MOVE_HINTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { memo, type PointerEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { Row, Stack } from '../../../ui/layout.tsx';
import { onEscape } from '../../../ui/on-escape.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { AttackMove } from '../api.ts';
import {
  type ActionRejection,
  attackRejection,
  type FightModel,
  healRejection,
  heavyRejection,
} from '../fight-model.ts';
import { damageText } from '../move-damage.ts';
import styles from './move-bar.module.css';
import { MoveIcon } from './move-icon.tsx';
import { MoveTip } from './move-tip.tsx';

/** Time (ms) after which holding a button explains its move instead of choosing it. */
const HOLD_MS = 400;

type MoveButtonProps = {
  move: Move;
  label: ReactNode;
  /** A short note below the label. */
  note: ReactNode;
  /** The shortcut key; undefined while shortcuts are off. */
  shortcut: string | undefined;
  refusal: string | null;
  isBusy: boolean;
  explain: (move: Move | null) => void;
  onPress: () => void;
  /** True to set the `disabled` attribute, which also removes the button from the tab order. */
  isDisabled?: boolean;
  className?: string | undefined;
  isExpanded?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  children?: ReactNode;
};

/** Show a text, and the icon of the move that the button's move beats. */
function Beats({ move, children }: { move: Move; children: ReactNode }) {
  return (
    <Row as="span" gap={1} className={styles.beats}>
      {children}
      {move === 'feint' && <span aria-hidden="true">›</span>}
      <MoveIcon move={move} size="0.9rem" />
    </Row>
  );
}

/** Show the button of a move. Hovering, focusing or holding the button explains the move. */
function MoveButton(props: MoveButtonProps) {
  const { move, label, note, shortcut, refusal, isBusy, explain, onPress } = props;
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const hasEntered = useRef(false);
  const startHold = ({ pointerType }: PointerEvent) => {
    wasHeld.current = false;
    if (pointerType === 'mouse') return;
    hold.current = setTimeout(() => {
      wasHeld.current = true;
      explain(move);
    }, HOLD_MS);
  };
  const endHold = ({ pointerType }: PointerEvent) => {
    clearTimeout(hold.current);
    if (pointerType !== 'mouse') explain(null);
  };
  return (
    <button
      ref={props.ref}
      type="button"
      className={clsx(styles.move, styles[move], props.className)}
      data-refused={refusal === null ? undefined : true}
      disabled={props.isDisabled}
      aria-disabled={isBusy || refusal !== null}
      aria-keyshortcuts={shortcut}
      aria-describedby={`hint-${move}`}
      aria-expanded={props.isExpanded}
      onPointerDown={startHold}
      onPointerUp={endHold}
      onPointerCancel={endHold}
      onPointerLeave={endHold}
      onPointerEnter={() => {
        hasEntered.current = true;
      }}
      // Explain the move only when the pointer moves, because a button can appear under a resting pointer.
      onPointerMove={({ pointerType }) => {
        if (pointerType === 'mouse' && hasEntered.current) explain(move);
        hasEntered.current = false;
      }}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && explain(move)}
      onBlur={() => explain(null)}
      onContextMenu={(event) => wasHeld.current && event.preventDefault()}
      onKeyDown={() => {
        wasHeld.current = false;
      }}
      onClick={() => {
        if (!wasHeld.current) onPress();
        wasHeld.current = false;
      }}
    >
      <MoveIcon move={move} size="1.75rem" />
      <Stack as="span" size={3} weight="bold" leading="tight" display className={styles.label}>
        {label} <small aria-hidden={move !== 'strike'}>{note}</small>
      </Stack>
      {shortcut && (
        <span className={styles.key} aria-hidden="true">
          {shortcut}
        </span>
      )}
      {props.children}
    </button>
  );
}

const BASIC = [
  { move: 'guard', key: 'S' },
  { move: 'feint', key: 'D' },
] as const;

type MoveBarProps = {
  fight: FightModel;
  isBusy: boolean;
  /** True while the site is read-only. */
  isPaused?: boolean;
  isQueued: boolean;
  /** True if the connection seems lost. Moves are still sent, because the connection might already be restored. */
  isOffline: boolean;
  energy: number | null;
  keys: boolean;
  areItemsOpen: boolean;
  itemsButton?: Ref<HTMLButtonElement>;
  /** Opens the list of items; null in a fight without items. */
  onOpenItems: (() => void) | null;
  onMove: (move: AttackMove) => void;
  onHeal: () => void;
};

/** Show the moves as buttons within reach of the thumb. Explain the move that is hovered, focused or held. */
export function MoveBar({ fight, energy, isPaused = false, ...rest }: MoveBarProps) {
  const { focus, healsLeft, itemsLeft, sealed } = fight.me;
  // Moves stay dimmed until the player has seen the result of the exchange and can choose again.
  const isWaiting = isPaused || sealed || fight.isPlaying;
  return (
    <Moves
      {...rest}
      focus={focus}
      healsLeft={healsLeft}
      itemsLeft={itemsLeft}
      isWaiting={isWaiting}
      isPlaying={fight.isPlaying}
      fury={fight.fury}
      canThrow={rest.onOpenItems !== null && !fight.isRanked}
      cannotAttack={attackRejection(fight)}
      cannotHeavy={heavyRejection(fight)}
      cannotHeal={healRejection(fight, energy)}
    />
  );
}

type MovesProps = Omit<MoveBarProps, 'fight' | 'energy' | 'isPaused'> &
  Pick<FightModel['me'], 'focus' | 'healsLeft' | 'itemsLeft'> &
  Pick<FightModel, 'fury' | 'isPlaying'> & {
    /**
     * False in a fight without thrown items: in a practice fight, and in a ranked fight, in which each player has only
     * a healing item.
     */
    canThrow: boolean;
    isWaiting: boolean;
  } & Record<'cannotAttack' | 'cannotHeavy' | 'cannotHeal', ActionRejection>;

/** Show the moves. Memoized, because the props rarely change during a fight. */
const Moves = memo(function Moves(props: MovesProps) {
  const { isBusy, isQueued, isOffline, keys, areItemsOpen, onOpenItems, onMove, onHeal } = props;
  const { focus, healsLeft, itemsLeft, isWaiting, fury, canThrow, cannotAttack, cannotHeavy, cannotHeal } =
    props;
  const [explained, setExplained] = useState<Move | null>(null);
  const [wasBusy, setWasBusy] = useState(isBusy);
  const [isTipClosed, setTipClosed] = useState(false);
  // Close the tip after a choice and after an exchange, because the tip covers the cards in small windows.
  if (isBusy !== wasBusy) {
    setWasBusy(isBusy);
    setTipClosed(true);
  }
  const explain = (move: Move | null) => {
    setExplained(move);
    setTipClosed(false);
  };
  const cannotUseItem = itemsLeft > 0 ? null : COMBAT_TEXTS.noItemsLeft;
  const refusals: Partial<Record<Move, string | null>> = {
    heavy: cannotHeavy,
    heal: cannotHeal,
    item: cannotUseItem,
  };
  const shared = { isBusy, explain };
  const shortcut = (key: string) => (keys ? key : undefined);
  return (
    <section
      className={clsx(styles.area, areItemsOpen && styles.covered)}
      aria-label={COMBAT_TEXTS.actions}
      onPointerLeave={() => setExplained(null)}
      onKeyDown={onEscape(() => setExplained(null))}
    >
      <div className={clsx(styles.moves, isWaiting && styles.waiting, isOffline && styles.offline)}>
        <MoveButton
          {...shared}
          move="strike"
          label={COMBAT_TEXTS.attack}
          note={<Beats move="feint">{MOVE_NAMES.strike}</Beats>}
          shortcut={shortcut('A')}
          refusal={cannotAttack}
          isDisabled={cannotAttack !== null}
          onPress={() => onMove('strike')}
        >
          {isQueued && <span className={styles.queued} title={COMBAT_TEXTS.queued} />}
        </MoveButton>
        {BASIC.map(({ move, key }) => (
          <MoveButton
            {...shared}
            key={move}
            move={move}
            label={MOVE_NAMES[move]}
            note={<Beats move={move === 'guard' ? 'strike' : 'guard'}>{COMBAT_TEXTS.beats}</Beats>}
            shortcut={shortcut(key)}
            refusal={cannotAttack}
            onPress={() => onMove(move)}
          />
        ))}
        <MoveButton
          {...shared}
          move="heavy"
          label={MOVE_NAMES.heavy}
          note={COMBAT_TEXTS.focusCost(HEAVY_FOCUS)}
          shortcut={shortcut('F')}
          refusal={cannotHeavy}
          onPress={() => onMove('heavy')}
        />
        <MoveButton
          {...shared}
          move="heal"
          label={COMBAT_TEXTS.heal}
          note={COMBAT_TEXTS.leftCount(healsLeft)}
          shortcut={shortcut('H')}
          refusal={cannotHeal}
          onPress={onHeal}
        />
        {onOpenItems && (
          <MoveButton
            move="item"
            label={COMBAT_TEXTS.items}
            note={COMBAT_TEXTS.leftCount(itemsLeft)}
            shortcut={undefined}
            refusal={cannotUseItem}
            isBusy={false}
            explain={explain}
            onPress={cannotUseItem ? () => undefined : onOpenItems}
            ref={props.itemsButton}
            isExpanded={areItemsOpen}
            className={styles.itemsButton}
          />
        )}
      </div>
      <VisuallyHidden>
        <p id="heals-left">
          {COMBAT_TEXTS.focus(focus)} {COMBAT_TEXTS.remaining(healsLeft, itemsLeft)}
        </p>
        {(Object.keys(MOVE_HINTS) as Move[]).map((move) => (
          <p key={move} id={`hint-${move}`}>
            {refusals[move]} {MOVE_HINTS[move]}{' '}
            {COMBAT_TEXTS.againstHeal(damageText(move, 'item', fury, canThrow))}
          </p>
        ))}
      </VisuallyHidden>
      <MoveTip
        move={explained}
        isOpen={!isTipClosed && !props.isPlaying}
        refusal={(explained && refusals[explained]) ?? null}
        fury={fury}
        canThrow={canThrow}
      />
    </section>
  );
});
