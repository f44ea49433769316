import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { FightEffect } from '../fight-model.ts';
import styles from './impact.module.css';

/** Return how to show an effect: a color, a stroke, a number and words. */
function impactStyle(line: FightEffect): { className: string | undefined; number: string; words: string[] } {
  if (line.kind === 'miss') return { className: styles.miss, number: '', words: [COMBAT_TEXTS.miss] };
  const item = line.itemId === null ? undefined : itemById(line.itemId);
  const itemNames = item ? [item.name] : [];
  if (line.own) {
    return line.amount > 0
      ? { className: styles.heal, number: `+${formatNumber(line.amount)}`, words: itemNames }
      : { className: styles.boost, number: '', words: itemNames };
  }
  return {
    className: clsx(styles.hit, line.critical && styles.critical),
    number: `−${formatNumber(line.amount)}`,
    words: [
      ...(line.critical ? [COMBAT_TEXTS.critical] : itemNames),
      ...(line.word ? [COMBAT_TEXTS[line.word]] : []),
    ],
  };
}

/** Show an effect over a portrait. Hidden from screen readers, because the log has the same content. */
export function Impact({ line, isOut }: { line: FightEffect; isOut: boolean }) {
  const { className, number, words } = impactStyle(line);
  return (
    <span className={clsx(styles.impact, className, isOut && styles.out)} aria-hidden="true">
      <span className={styles.stroke} />
      <span className={styles.label}>
        {line.healed > 0 && <span className={styles.healed}>+{formatNumber(line.healed)}</span>}
        {number && <span className={styles.number}>{number}</span>}
        {words.map((word) => (
          <span key={word} className={styles.caption}>
            {word}
          </span>
        ))}
      </span>
    </span>
  );
}
