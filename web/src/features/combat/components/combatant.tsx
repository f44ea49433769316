import type { SideResult } from '@rivalhold/shared/contract/combat.ts';
import { FOCUS_MAX } from '@rivalhold/shared/fights/numbers.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { clsx } from 'clsx';
import { memo, useRef } from 'react';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { repeat } from '../../../lib/repeat.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Exchange, Side } from '../fight-model.ts';
import type { GearItem, WornGear } from '../gear.ts';
import { useCombatMotion } from '../motion.ts';
import { moveName } from '../spoken.ts';
import styles from './combatant.module.css';
import { Impact } from './impact.tsx';
import { MoveIcon } from './move-icon.tsx';

const LOW_HEALTH_SHARE = 0.3;
/** Size (px) of the portrait that is loaded: the largest size in the style sheet. */
const PORTRAIT_PX = 176;
const SHOWN_MOVES = 5;

function GearIcon({
  item,
  base,
  label,
}: {
  item: GearItem | null;
  base: IconName;
  label: (name: string) => string;
}) {
  const text = label(item?.name ?? COMBAT_TEXTS.baseGear);
  return (
    <li title={text} className={clsx(!item && styles.basic)}>
      {item ? <ItemIcon name={item.icon} size="1.125rem" /> : <Icon name={base} size="1.125rem" />}
      <VisuallyHidden>{text}</VisuallyHidden>
    </li>
  );
}

/** Show the focus as filled and empty marks. */
function FocusPips({ name, focus }: { name: string; focus: number }) {
  const text = COMBAT_TEXTS.focusOf(name, focus, FOCUS_MAX);
  return (
    <Row
      as="span"
      gap={2}
      paddingInline={1}
      className={styles.pips}
      role="img"
      aria-label={text}
      title={text}
    >
      {repeat(FOCUS_MAX, (pip) => (
        <i key={pip} className={clsx(pip < focus && styles.full)} />
      ))}
    </Row>
  );
}

/** Show the latest moves, the newest at the end. A new move changes the content of the elements, not their order. */
function LastMoves({ name, moves }: { name: string; moves: readonly SideResult[] }) {
  const latest = moves.slice(-SHOWN_MOVES);
  return (
    <Row as="ol" gap={1} className={styles.moves} aria-label={COMBAT_TEXTS.lastMoves(name)}>
      {repeat(latest.length, (index) => {
        const result = latest[index];
        return (
          result && (
            <li key={index} title={moveName(result)}>
              <MoveIcon move={result.move} itemId={result.itemId} size="var(--move)" />
              <VisuallyHidden>{moveName(result)}</VisuallyHidden>
            </li>
          )
        );
      })}
    </Row>
  );
}

type CombatantProps = {
  side: Side;
  exchanges: readonly Exchange[];
  /** Null while the gear is loading; undefined in a fight that does not show it. */
  gear: WornGear | null | undefined;
  /** The energy of the viewer; null for the opponent. */
  energy?: number | null;
  onLeft: boolean;
  /** True for the viewer’s own fighter. */
  isViewer: boolean;
  winner: boolean;
  isChallengePending?: boolean;
  /** True to show whether the opponent is present. */
  hasPresence?: boolean;
};

/** The props that `looksSame` compares directly. The type requires each new prop to be listed. */
const COMPARED = Object.keys({
  gear: true,
  energy: true,
  onLeft: true,
  isViewer: true,
  winner: true,
  isChallengePending: true,
  hasPresence: true,
} satisfies Record<Exclude<keyof CombatantProps, 'side' | 'exchanges'>, true>) as (keyof CombatantProps)[];

/** Check whether a fighter looks the same in two states. Compare values, because each state has new objects. */
function looksSame(before: CombatantProps, after: CombatantProps): boolean {
  const [a, b] = [before.side, after.side];
  return (
    before.exchanges.at(-1)?.seq === after.exchanges.at(-1)?.seq &&
    COMPARED.every((key) => before[key] === after[key]) &&
    (['player', 'hp', 'maxHp', 'knockedOut', 'present', 'focus'] as const).every(
      (key) => a[key] === b[key],
    ) &&
    a.strike?.seq === b.strike?.seq &&
    a.impact?.seq === b.impact?.seq
  );
}

/** Show a fighter's portrait, gear, name, health, focus and last moves. Animate what happens to the fighter. */
export const Combatant = memo(function Combatant(props: CombatantProps) {
  const {
    side,
    exchanges,
    gear,
    energy = null,
    onLeft,
    isViewer,
    winner,
    isChallengePending,
    hasPresence = false,
  } = props;
  const { player, hp, maxHp, knockedOut, strike, impact, present } = side;
  const stance = useRef<HTMLDivElement>(null);
  const portrait = useRef<HTMLDivElement>(null);
  useCombatMotion({ strike: stance, impact: portrait }, { strike, impact, maxHp, onLeft });
  const low = !knockedOut && !winner && hp <= maxHp * LOW_HEALTH_SHARE;
  const presence = present
    ? COMBAT_TEXTS.isConnected
    : isChallengePending
      ? COMBAT_TEXTS.invited
      : COMBAT_TEXTS.isAway;
  return (
    <section
      aria-label={player.username}
      className={clsx(styles.combatant, onLeft ? styles.left : styles.right)}
    >
      <div className={styles.portraitArea}>
        <div ref={stance}>
          <div
            ref={portrait}
            className={clsx(styles.portrait, low && styles.low, winner && styles.winner)}
            data-out={knockedOut || undefined}
          >
            <Avatar
              name={player.username}
              url={player.avatarUrl}
              size={PORTRAIT_PX}
              fluid
              className={styles.face}
            />
            {winner && <Icon name="laurel-crown" className={styles.laurel} />}
          </div>
        </div>
        {impact && <Impact key={impact.seq} line={impact} isOut={knockedOut} />}
        {knockedOut && (
          <p className={styles.knockedOutLabel}>
            <Icon name="knocked-out-stars" />
            {COMBAT_TEXTS.knockedOut}
          </p>
        )}
      </div>
      {gear !== undefined && (
        <ul className={styles.gear}>
          {gear && <GearIcon item={gear.weapon} base="broadsword" label={COMBAT_TEXTS.weapon} />}
          {gear && <GearIcon item={gear.armor} base="breastplate" label={COMBAT_TEXTS.armor} />}
        </ul>
      )}
      <div className={styles.plate}>
        <h2 className={styles.name} title={player.username}>
          <span>
            {player.id > 0 ? <PlayerLink player={player}>{player.username}</PlayerLink> : player.username}
          </span>{' '}
          {player.title && (
            <Text as="span" size={1} tone="quiet" weight="regular" title={TITLE_NAMES[player.title]}>
              {TITLE_NAMES[player.title]}
            </Text>
          )}
        </h2>
        <Row as="p" gap={2} size={1} leading="snug" tone="quiet" className={styles.facts}>
          {isViewer && (
            <Text as="span" fill="ally" tone="ally" radius="round" paddingInline={2} weight="bold" display>
              {MENU_TEXTS.you}
            </Text>
          )}
          <span>{COMBAT_TEXTS.level(player.level)}</span>
          {energy !== null && (
            <Row
              as="span"
              inline
              tone="text"
              tabular
              className={styles.energy}
              title={COMBAT_TEXTS.energy(energy)}
            >
              <Icon name="lightning-helix" size="1rem" />
              <span aria-hidden="true">{energy}</span>
              <VisuallyHidden>{COMBAT_TEXTS.energy(energy)}</VisuallyHidden>
            </Row>
          )}
          {hasPresence && player.id > 0 && (
            <Row
              as="span"
              inline
              gap={1}
              className={clsx(styles.presence, present && styles.present)}
              title={presence}
            >
              <span>{presence}</span>
            </Row>
          )}
        </Row>
        <div className={clsx(low && styles.healthLow)}>
          <Text
            size={2}
            leading="snug"
            tone="quiet"
            display
            tabular
            className={styles.numbers}
            aria-hidden="true"
          >
            <strong>{hp}</strong>
            <span> / {maxHp}</span>
          </Text>
          <Meter
            kind="health"
            trailing
            value={hp}
            max={maxHp}
            label={COMBAT_TEXTS.health(player.username)}
            text={COMBAT_TEXTS.hp(hp, maxHp)}
            showText={false}
            className={styles.bar}
          />
        </div>
        <Row gap={2} justify="between" size={1} tone="quiet" className={styles.tally}>
          <FocusPips name={player.username} focus={side.focus} />
          <LastMoves
            name={player.username}
            moves={exchanges.map((exchange) => exchange[onLeft ? 'me' : 'opponent'])}
          />
        </Row>
      </div>
    </section>
  );
}, looksSame);
