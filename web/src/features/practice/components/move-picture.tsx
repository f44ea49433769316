import { interfaceIcons } from 'virtual:icon-sprite';
import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_HELP } from '@rivalhold/shared/texts/fight-help.ts';
import { clsx } from 'clsx';
import { useId } from 'react';
import type { IconName } from '../../../ui/icon.tsx';
import styles from './move-picture.module.css';

const NODES: readonly { move: Move; icon: IconName; x: number; y: number; note?: string }[] = [
  { move: 'strike', icon: 'broadsword', x: 160, y: 48 },
  { move: 'feint', icon: 'dodging', x: 264, y: 212 },
  { move: 'guard', icon: 'checked-shield', x: 56, y: 212 },
  { move: 'heavy', icon: 'anvil-impact', x: 160, y: 146, note: FIGHT_HELP.heavyCost },
];
/** Arrows from strike, feint and guard to the move that each beats. An arrow's label is at `x` and `y`. */
const ARROWS = [
  { path: 'M 192 82 L 240 162', x: 236, y: 112 },
  { path: 'M 220 222 L 104 222', x: 160, y: 242 },
  { path: 'M 80 164 L 128 84', x: 84, y: 112 },
];
const ICON_SIZE = 30;

/** Show which move beats which. */
export function MovePicture() {
  const id = useId();
  return (
    <svg viewBox="0 0 320 264" className={styles.picture} role="img" aria-label={FIGHT_HELP.picture}>
      <defs>
        <marker
          id={id}
          viewBox="0 0 10 10"
          refX="7"
          refY="5"
          markerWidth="4.5"
          markerHeight="4.5"
          orient="auto"
        >
          <path d="M 0 0 L 10 5 L 0 10 z" className={styles.head} />
        </marker>
      </defs>
      {ARROWS.map(({ path, x, y }) => (
        <g key={path}>
          <path d={path} className={styles.arrow} markerEnd={`url(#${id})`} />
          <text x={x} y={y} className={styles.note}>
            {FIGHT_HELP.beats}
          </text>
        </g>
      ))}
      {NODES.map(({ move, icon, x, y, note }) => (
        <g key={move} transform={`translate(${x} ${y})`}>
          <circle r="42" className={clsx(styles.node, note && styles.heavy)} />
          <use
            href={`${interfaceIcons}#${icon}`}
            x={-ICON_SIZE / 2}
            y={note ? -32 : -26}
            width={ICON_SIZE}
            height={ICON_SIZE}
            className={styles.icon}
          />
          <text y={note ? 13 : 22} className={styles.name}>
            {MOVE_NAMES[move]}
          </text>
          {note && (
            <text y="28" className={styles.note}>
              {note}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
