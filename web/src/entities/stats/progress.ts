import { levelBounds, levelFor } from '@rivalhold/shared/levels/levels.ts';

export type Progress = { level: number; have: number; need: number };

/** How far a level is filled: experience since it began (never beyond it) and the span to the next. */
export function progressOf(level: number, experience: number, thresholds?: readonly number[]): Progress {
  const { lower, upper } = levelBounds(level, thresholds);
  const need = upper - lower;
  return { level, have: Math.min(Math.max(experience - lower, 0), need), need };
}

/** What the experience bar shows, in turn, while `gained` experience is added: each level passed is filled up once. */
export function growthOf(
  before: { level: number; experience: number },
  gained: number,
  thresholds?: readonly number[],
): readonly Progress[] {
  const experience = before.experience + gained;
  const last = Math.max(before.level, levelFor(experience));
  const steps = [progressOf(before.level, before.experience, thresholds)];
  for (let level = before.level; level < last; level++) {
    const { need } = progressOf(level, 0, thresholds);
    steps.push(
      { level, have: need, need },
      { level: level + 1, have: 0, need: progressOf(level + 1, 0, thresholds).need },
    );
  }
  return [...steps, progressOf(last, experience, thresholds)];
}
