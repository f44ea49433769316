import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { FightEffect } from '../fight-model.ts';
import styles from './impact.module.css';

/** Return how to show an effect: a color, a stroke, a number and a word. */
function impactStyle(line: FightEffect): {
  className: string | undefined;
  number: string;
  word: string | null;
} {
  if (line.kind === 'miss') return { className: styles.miss, number: '', word: COMBAT_TEXTS.miss };
  const item = line.itemId === null ? undefined : itemById(line.itemId);
  if (line.own) {
    return line.amount > 0
      ? { className: styles.heal, number: `+${line.amount}`, word: item?.name ?? null }
      : { className: styles.boost, number: '', word: item?.name ?? null };
  }
  return {
    className: clsx(styles.hit, line.critical && styles.critical),
    number: `−${line.amount}`,
    word: line.critical ? COMBAT_TEXTS.critical : line.word ? COMBAT_TEXTS[line.word] : (item?.name ?? null),
  };
}

/** Show an effect over a portrait. Hidden from screen readers, because the log has the same content. */
export function Impact({ line, isOut }: { line: FightEffect; isOut: boolean }) {
  const { className, number, word } = impactStyle(line);
  return (
    <span className={clsx(styles.impact, className, isOut && styles.out)} aria-hidden="true">
      <span className={styles.stroke} />
      <span className={styles.label}>
        {number && <span className={styles.number}>{number}</span>}
        {word && <span className={styles.caption}>{word}</span>}
      </span>
    </span>
  );
}
