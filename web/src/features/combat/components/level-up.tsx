import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type CSSProperties, useEffect, useState } from 'react';
import type { LevelProgress } from '../../../entities/stats/progress.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Meter } from '../../../ui/meter.tsx';
import { isMotionAllowed } from '../motion.ts';
import styles from './level-up.module.css';

const STEP_MS = 550;
const SPARKS = 12;

/** Celebrate a new level. */
export function LevelUp({ level }: { level: number }) {
  return (
    <p className={styles.levelUp}>
      {COMBAT_TEXTS.levelUp(level)}
      <span className={styles.sparks} aria-hidden="true">
        {repeat(SPARKS, (spark) => (
          <i key={spark} style={{ '--turn': `${spark / SPARKS}turn` } as CSSProperties} />
        ))}
      </span>
    </p>
  );
}

/** Show the XP bar while the reward fills it. */
export function XpProgress({ steps }: { steps: readonly LevelProgress[] }) {
  const [step, setStep] = useState(() => (isMotionAllowed() ? 0 : steps.length - 1));
  const shown = steps[Math.min(step, steps.length - 1)];
  useEffect(() => {
    if (step >= steps.length - 1) return undefined;
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step, steps.length]);
  if (!shown) return null;
  return (
    // Remount the bar for each level, so that it does not animate backwards.
    <Meter
      key={shown.level}
      kind="xp"
      value={shown.have}
      max={shown.need}
      label={COMBAT_TEXTS.levelXp(shown.level)}
    />
  );
}
