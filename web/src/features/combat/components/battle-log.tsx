import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { memo, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/text.tsx';
import type { NarratedLine, NarrationTone } from '../narration.ts';
import styles from './battle-log.module.css';

const ICONS: Record<NarrationTone, IconName> = {
  plain: 'anvil-impact',
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

/** Show the log of the fight; the newest line is at the end, scrolled into view. Exchanges are announced on their own. */
export const BattleLog = memo(function BattleLog({ lines }: { lines: readonly NarratedLine[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with each new line
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [last]);
  // Keep the newest line visible when content below shrinks the log.
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      entry?.target.scrollTo({ top: entry.target.scrollHeight });
    });
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section className={styles.log} aria-labelledby="battle-log">
      <h2 id="battle-log" className={styles.title}>
        {COMBAT_TEXTS.log}
      </h2>
      <div
        ref={scroller}
        className={styles.box}
        role="log"
        aria-live="off"
        aria-labelledby="battle-log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
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
            <span>{line.text}</span>
            {amountOf(line) && (
              <Text as="span" display weight="bold" tabular className={styles.amount} aria-hidden="true">
                {amountOf(line)}
              </Text>
            )}
          </p>
        ))}
      </div>
    </section>
  );
});
