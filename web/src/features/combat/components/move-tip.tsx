import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS, MOVE_HINTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { damageText } from '../move-damage.ts';
import styles from './move-bar.module.css';
import { MoveIcon } from './move-icon.tsx';

/**
 * Moves of the opponent, one per column. The column of the items is also used for heals, because each move deals the
 * same damage against a heal as against an item.
 */
const THEIRS = ['strike', 'guard', 'feint', 'heavy', 'item'] as const;

type MoveTipProps = {
  move: Move | null;
  /** False to hide the tip of a move in small windows, where it covers other parts. */
  isOpen: boolean;
  refusal: string | null;
  /** Damage that fury adds, in percent. */
  fury: number;
  /** False in a fight without thrown items. */
  canThrow: boolean;
};

/**
 * Show the damage that the player deals and takes with a move, for each move of the opponent. The damage is a
 * percentage of full health, and assumes that both players have the same level. It includes the bonus from fury. If
 * `move` is null, show Strike, except on small screens. The tip is hidden from screen readers, because the buttons
 * describe themselves.
 */
export const MoveTip = memo(function MoveTip({ move, isOpen, refusal, fury, canThrow }: MoveTipProps) {
  const shown = move ?? 'strike';
  return (
    <Row
      gap={6}
      rowGap={1}
      justify="between"
      wrap
      fill={1}
      border
      radius={2}
      paddingBlock={2}
      paddingInline={4}
      size={1}
      className={clsx(styles.tip, move && isOpen && styles.explained)}
      aria-hidden="true"
    >
      <Text size={2} leading="snug" grow="16rem">
        <strong>{MOVE_NAMES[shown]}.</strong> {refusal ?? MOVE_HINTS[shown]}
      </Text>
      <table className={styles.matchups}>
        <thead>
          <tr>
            <td>{fury > 0 && COMBAT_TEXTS.fury(fury)}</td>
            {THEIRS.map((their) => (
              <th key={their} scope="col">
                <MoveIcon move={their} size="1.125rem" />
                {their === 'item' ? COMBAT_TEXTS.healOrItem : MOVE_NAMES[their]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{COMBAT_TEXTS.youDeal}</th>
            {THEIRS.map((their) => (
              <td key={their}>{damageText(shown, their, fury, canThrow)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{COMBAT_TEXTS.youTake}</th>
            {THEIRS.map((their) => (
              <td key={their}>{damageText(their, shown, fury, canThrow)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </Row>
  );
});
