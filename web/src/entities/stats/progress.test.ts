import { describe, expect, it } from 'vitest';
import { levelProgress, progressSteps } from './progress.ts';

const thresholds = [0, 20, 50, 100];

describe('progress within a level', () => {
  it('counts experience from the threshold of the level', () => {
    expect(levelProgress(2, 35, thresholds)).toEqual({ level: 2, have: 15, need: 30 });
  });

  it('spans 100 experience if the next threshold is unknown', () => {
    expect(levelProgress(4, 130, thresholds)).toEqual({ level: 4, have: 30, need: 100 });
    expect(levelProgress(1, 40, [])).toEqual({ level: 1, have: 40, need: 100 });
  });

  it('stays between 0 and the span of the level', () => {
    expect(levelProgress(4, 999, thresholds)).toMatchObject({ have: 100 });
    expect(levelProgress(3, 10, thresholds)).toMatchObject({ have: 0 });
  });
});

describe('progress after a victory', () => {
  it('adds the experience within the level if the next level is not reached', () => {
    expect(progressSteps({ level: 1, experience: 4 }, 6, thresholds)).toEqual([
      { level: 1, have: 4, need: 20 },
      { level: 1, have: 10, need: 20 },
    ]);
  });

  it('completes a level at the server’s threshold', () => {
    const levels = (thresholds: number[]) =>
      progressSteps({ level: 1, experience: 10 }, 100, thresholds).map(({ level }) => level);
    expect(levels([0, 200, 400])).toEqual([1, 1]);
    expect(levels([0, 50, 110])).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('fills the completed level and continues in the next', () => {
    expect(
      progressSteps({ level: 1, experience: 10 }, 15, thresholds).map(({ level, have }) => [level, have]),
    ).toEqual([
      [1, 10],
      [1, 20],
      [2, 0],
      [2, 5],
    ]);
  });
});
