import { describe, expect, it } from 'vitest';
import { beginLesson, completesLesson, LESSONS, lessonResult, playLesson, scriptedMove } from './lessons.ts';
import { beginBout, PARTNER_IDS, PARTNERS, playBout, preparedMove } from './practice.ts';
import { fastRandom } from './random.ts';
import { policyOf, reader } from './simulation/players.ts';
import { plainFighter, playerOf, setupOf, simulateFight } from './simulation/simulate-fight.ts';
import { EQUALS, SolvedFight } from './simulation/solver.ts';
import { styleLine } from './style.ts';

const ME = { id: 7, username: 'Astrid' };
const PIP = { id: 8, username: 'Pip' };

describe('the sparring partners', () => {
  it('are ordered by their win rate against the solver’s policy', () => {
    const solved = new SolvedFight(EQUALS, 8);
    solved.solve('best', 'best', true);
    const master = playerOf(solved.policy(0));
    const match = {
      setup: setupOf(plainFighter(1, 1), plainFighter(2, 1)),
      items: { attacker: null, defender: null },
    };
    const rates = PARTNER_IDS.map((id) => {
      const style = PARTNERS[id];
      const partner = style ? playerOf(policyOf(style)) : id === 'reader' ? reader : master;
      const players = { attacker: partner, defender: master };
      let wins = 0;
      for (let index = 0; index < 2_000; index++)
        if (
          simulateFight(match, players, fastRandom(2 * index), fastRandom(2 * index + 1)).winner ===
          'attacker'
        )
          wins++;
      return wins / 2_000;
    });
    expect(rates).toEqual(rates.toSorted((one, two) => one - two));
    expect(rates[0]).toBeLessThan(0.25);
    expect(rates.at(-1)).toBeGreaterThan(0.46);
  });
});

describe('a practice fight', () => {
  it('lets the partner’s style choose the partner’s moves', () => {
    const style = [styleLine({ guard: 100 })];
    const begun = beginBout(ME, PIP, { level: 20, style });
    const { attacker, defender } = begun.state;
    expect({ ...attacker }).toEqual(defender);
    expect(preparedMove(begun)).toBe('guard');
    const next = playBout(begun, 'feint', null, fastRandom(1));
    expect(next.lines.at(-1)).toMatchObject({
      attacker: { move: 'feint' },
      defender: { move: 'guard', byStyle: true },
    });
    expect(next.state.attacker.focus).toBe(1);
    expect(() => playBout(next, 'heavy', null, fastRandom(1))).toThrow('invalid');
  });

  it('logs the whole fight up to its end', () => {
    let bout = beginBout(ME, PIP, { level: 1, style: PARTNERS.novice });
    while (bout.state.status === 'active') bout = playBout(bout, 'strike', null, fastRandom(3));
    expect(bout.lines.map(({ seq }) => seq)).toEqual(bout.lines.map((_, index) => index + 1));
    expect(bout.lines.at(-1)?.kind).toBe('over');
  });
});

describe.each(LESSONS)('the lesson $id', (lesson) => {
  it('is completed by its solution, but not by repeating a wrong move', () => {
    expect(completesLesson(lesson, lesson.solution)).toBe(true);
    let bout = beginLesson(lesson, ME, PIP);
    for (const move of lesson.solution) bout = playLesson(lesson, bout, move);
    const results = bout.lines.flatMap(({ attacker, defender }) => [attacker, defender]);
    expect(results.some((result) => result?.missed || result?.critical)).toBe(false);
    const moves = (['strike', 'guard', 'feint', 'heavy', 'heal'] as const).filter(
      (move) => lesson.id !== 'strike' || move !== 'strike',
    );
    // Try lists of every length. A long list alone proves nothing, because a list that continues after the end of the
    // fight is always rejected.
    for (const move of moves)
      for (let count = 1; count <= 20; count++)
        expect(completesLesson(lesson, Array(count).fill(move))).toBe(false);
  });

  it('shows the partner’s next move, and repeats the partner’s moves after the last one', () => {
    let bout = beginLesson(lesson, ME, PIP);
    for (const [index, move] of lesson.solution.entries()) {
      const next = scriptedMove(lesson, bout);
      expect(next).toBe(lesson.script[index % lesson.script.length]);
      bout = playLesson(lesson, bout, move);
      expect(bout.lines.findLast(({ defender }) => defender)?.defender?.move).toBe(next);
    }
    expect(lessonResult(lesson, bout)).toBe('learned');
  });
});

describe('a lesson', () => {
  const [strike, focus, heal] = LESSONS as [(typeof LESSONS)[0], (typeof LESSONS)[0], (typeof LESSONS)[0]];

  it('is not completed if the player wins without the move that the lesson teaches', () => {
    let bout = beginLesson(focus, ME, PIP);
    for (const move of ['guard', 'guard', 'strike', 'guard'] as const) bout = playLesson(focus, bout, move);
    expect([bout.state.status, lessonResult(focus, bout)]).toEqual(['over', 'won']);
    bout = beginLesson(strike, ME, PIP);
    expect(lessonResult(strike, bout)).toBe('open');
    while (bout.state.status === 'active') bout = playLesson(strike, bout, 'guard');
    expect(lessonResult(strike, bout)).toBe('lost');
  });

  it('is not completed by a heal against Heavy', () => {
    expect(completesLesson(heal, ['heal', 'guard', 'strike', 'feint', 'guard'])).toBe(false);
    let bout = beginLesson(heal, ME, PIP);
    bout = playLesson(heal, bout, 'heal');
    expect(bout.state.attacker.hp).toBeLessThan(40);
  });
});
