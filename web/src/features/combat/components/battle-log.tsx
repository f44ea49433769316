import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/text.tsx';
import type { NarratedLine, NarrationTone } from '../narration.ts';
import styles from './battle-log.module.css';

const ICONS: Record<NarrationTone, IconName> = {
  plain: 'crossed-swords',
  given: 'sword-wound',
  taken: 'broken-shield',
  miss: 'dodging',
  heal: 'heart-plus',
  item: 'sparkles',
  won: 'laurel-crown',
  lost: 'death-skull',
};

function amountOf({ tone, amount }: NarratedLine): string | null {
  if (amount === 0) return null;
  if (tone === 'given' || tone === 'taken') return `−${amount}`;
  return tone === 'heal' ? `+${amount}` : null;
}

type BattleLogProps = {
  lines: readonly NarratedLine[];
  /** True during the fight, when the log has a fixed size. */
  isOpen: boolean;
};

/** Show the log of the fight. The newest line is at the end and always visible. Exchanges are announced separately. */
export const BattleLog = memo(function BattleLog({ lines, isOpen }: BattleLogProps) {
  return (
    <section className={clsx(styles.log, isOpen && styles.open)} aria-labelledby="battle-log">
      <h2 id="battle-log" className={styles.title}>
        {COMBAT_TEXTS.log}
      </h2>
      <div
        className={clsx(styles.box, isOpen && styles.live)}
        role="log"
        aria-live="off"
        aria-labelledby="battle-log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div className={styles.lines}>
          {lines.length === 0 && (
            <Text tone="quiet" padding={3}>
              {COMBAT_TEXTS.logEmpty}
            </Text>
          )}
          {lines.map((line) => (
            <p
              key={line.seq}
              className={clsx(styles.line, styles[line.tone], line.critical && styles.critical)}
            >
              <Icon name={ICONS[line.tone]} className={styles.icon} />
              <span className={styles.text}>{line.text}</span>
              {amountOf(line) && (
                <Text as="span" display weight="bold" tabular className={styles.amount} aria-hidden="true">
                  {amountOf(line)}
                  {line.other > 0 && <span className={styles.other}> / {line.other}</span>}
                </Text>
              )}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
});
