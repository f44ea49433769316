import { levelBounds, levelFor } from '@rivalhold/shared/levels/levels.ts';

export type LevelProgress = { level: number; have: number; need: number };

/**
 * Return the experience gained since the start of a level (`have`), and the experience between the start of this level
 * and the next (`need`). `have` is at most `need`.
 */
export function levelProgress(
  level: number,
  experience: number,
  thresholds?: readonly number[],
): LevelProgress {
  const { lower, upper } = levelBounds(level, thresholds);
  const need = upper - lower;
  return { level, have: Math.min(Math.max(experience - lower, 0), need), need };
}

/**
 * Return the successive states of the experience bar while `gained` experience is added. The bar fills up once for each
 * completed level.
 */
export function progressSteps(
  before: { level: number; experience: number },
  gained: number,
  thresholds?: readonly number[],
): readonly LevelProgress[] {
  const experience = before.experience + gained;
  const last = Math.max(before.level, levelFor(experience, thresholds));
  const steps = [levelProgress(before.level, before.experience, thresholds)];
  for (let level = before.level; level < last; level++) {
    const { need } = levelProgress(level, 0, thresholds);
    steps.push(
      { level, have: need, need },
      { level: level + 1, have: 0, need: levelProgress(level + 1, 0, thresholds).need },
    );
  }
  return [...steps, levelProgress(last, experience, thresholds)];
}
