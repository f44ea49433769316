import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { HealthChange, NarratedLine, NarrationTone } from '../narration.ts';
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

type ChangeProps = { change: HealthChange; tone: 'danger' | 'ember' };

/** Show the health that a fighter regained and lost, or 0 if it did not change. */
function Change({ change: { healed, lost, critical }, tone }: ChangeProps) {
  if (healed === 0 && lost === 0) return '0';
  return (
    <>
      {healed > 0 && (
        <Text as="span" tone="heal">
          +{healed}
        </Text>
      )}
      {healed > 0 && lost > 0 && ' '}
      {lost > 0 && (
        <Text as="span" tone={tone} size={critical ? 3 : undefined}>
          −{lost}
        </Text>
      )}
    </>
  );
}

type BattleLogProps = {
  lines: readonly NarratedLine[];
  isSpectator: boolean;
  /** True during the fight, when the log has a fixed size. */
  isOpen: boolean;
};

/**
 * Show the log of the fight. The newest line is at the end. During the fight, the log stays scrolled to the end.
 * Exchanges are announced separately.
 */
export const BattleLog = memo(function BattleLog({ lines, isSpectator, isOpen }: BattleLogProps) {
  return (
    <section className={clsx(styles.log, isOpen && styles.open)} aria-labelledby="battle-log">
      <Row as="h2" gap={3} justify="between" align="baseline" id="battle-log" className={styles.title}>
        {COMBAT_TEXTS.log}
        <Text as="span" size={1} tone="quiet" weight="regular" aria-hidden="true">
          {isSpectator ? COMBAT_TEXTS.logFiguresWatched : COMBAT_TEXTS.logFigures}
        </Text>
      </Row>
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
            <p key={line.seq} className={clsx(styles.line, styles[line.tone])}>
              <Icon name={ICONS[line.tone]} className={styles.icon} />
              <span className={styles.text}>{line.text}</span>
              {line.changes && (
                <Text
                  as="span"
                  display
                  weight="bold"
                  tabular
                  wrap="nowrap"
                  className={styles.figures}
                  aria-hidden="true"
                >
                  <Change change={line.changes[0]} tone="danger" />
                  {' / '}
                  <Change change={line.changes[1]} tone="ember" />
                </Text>
              )}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
});
