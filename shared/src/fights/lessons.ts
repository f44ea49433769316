import type { Fighter, LogLine, Move } from '../contract/combat.ts';
import type { LessonId } from '../contract/practice.ts';
import { levelBounds } from '../levels/levels.ts';
import { RuleViolation } from './fight.ts';
import { HEAVY_FOCUS } from './moves.ts';
import { type Bout, beginBout, playBout } from './practice.ts';
import { fastRandom, type RandomSource } from './random.ts';

/**
 * An exchange in a lesson: both moves, the damage that the player dealt, and the player's share of full health before
 * the exchange.
 */
type Exchange = { own: Move; theirs: Move; damage: number; health: number };

export type Lesson = {
  id: LessonId;
  /** The player's share of full health, and the partner's focus, at the start. */
  health: number;
  theirFocus: number;
  /** Moves of the partner in order, each shown before its exchange. After the last move, the list repeats. */
  script: readonly Move[];
  /** Moves that complete the lesson. */
  solution: readonly Move[];
  /** Report whether the player used the lesson's technique, given the exchanges of a fight that the player won. */
  isLearned: (exchanges: readonly Exchange[]) => boolean;
};

/** Coins for completing a lesson for the first time. */
export const LESSON_COINS = 1;
/** Level that a player reaches by completing the first lesson for the first time. */
export const FIRST_LESSON_LEVEL = 2;
/** In the lesson `heal`, each heal must be at this share of full health or less, so that none of it is wasted. */
const HEAL_BELOW = 0.5;
const FIRST_READS = 2;

/**
 * Seed for the random numbers in all lessons. The same moves always give the same fight. With this seed, no move in a
 * solution misses or is critical.
 */
const SEED = 5;

/** The lessons in order. */
export const LESSONS: readonly Lesson[] = [
  {
    id: 'strike',
    health: 1,
    theirFocus: 0,
    script: ['feint'],
    solution: ['strike', 'strike', 'strike'],
    isLearned: (exchanges) =>
      exchanges.filter(({ own, theirs }) => own === 'strike' && theirs === 'feint').length >= FIRST_READS,
  },
  {
    id: 'focus',
    health: 1,
    theirFocus: 0,
    script: ['strike', 'strike', 'feint'],
    solution: ['guard', 'guard', 'heavy'],
    isLearned: (exchanges) => exchanges.some(({ own, damage }) => own === 'heavy' && damage > 0),
  },
  {
    id: 'heal',
    health: 0.4,
    theirFocus: HEAVY_FOCUS,
    script: ['heavy', 'strike', 'feint', 'guard', 'strike'],
    solution: ['guard', 'heal', 'strike', 'feint', 'guard'],
    isLearned: (exchanges) => {
      const heals = exchanges.filter(({ own }) => own === 'heal');
      return (
        heals.length > 0 && heals.every(({ theirs, health }) => theirs !== 'heavy' && health <= HEAL_BELOW)
      );
    },
  },
];

/**
 * Return the experience points that a player with the given experience gets for completing a lesson for the first time.
 */
export const lessonXp = (id: LessonId, experience: number): number =>
  id === LESSONS[0]?.id ? Math.max(0, levelBounds(FIRST_LESSON_LEVEL).lower - experience) : 0;

/** Return a lesson by its id. */
export const lessonById = (id: LessonId): Lesson => LESSONS.find((lesson) => lesson.id === id)!;

type Person = Pick<Fighter, 'id' | 'username'>;

/** Begin the fight of a lesson, at level 1. */
export const beginLesson = ({ health, theirFocus }: Lesson, player: Person, partner: Person): Bout =>
  beginBout(player, partner, { level: 1, health, theirFocus });

/** Return the partner's next move. */
export const scriptedMove = ({ script }: Lesson, { state }: Bout): Move =>
  script[state.exchanges % script.length]!;

/** Return the source of the random numbers of every lesson. */
export const lessonChance = (): RandomSource => fastRandom(SEED);

/** Play an exchange in a lesson. Throws RuleViolation if the rules do not allow the move. */
export const playLesson = (lesson: Lesson, bout: Bout, move: Move): Bout =>
  playBout(bout, move, scriptedMove(lesson, bout), lessonChance());

/** Return the moves of the player in a practice fight. */
export const movesOf = ({ lines }: Bout): Move[] => lines.flatMap(({ attacker }) => attacker?.move ?? []);

function exchangesOf({ setup, lines }: Pick<Bout, 'setup' | 'lines'>): Exchange[] {
  let { health } = setup.attacker;
  return lines.flatMap(({ attacker, defender, attackerHP }: LogLine): Exchange[] => {
    const before = health / setup.attacker.maxHealth;
    health = attackerHP;
    if (!attacker || !defender) return [];
    return [{ own: attacker.move, theirs: defender.move, damage: attacker.damage, health: before }];
  });
}

/**
 * Return the result of a lesson's fight: `open` until the fight ends, then `lost`, `won`, or `learned` if the
 * player has won with the lesson's technique.
 */
export function lessonResult(lesson: Lesson, bout: Bout): 'open' | 'lost' | 'won' | 'learned' {
  const { state, setup } = bout;
  if (state.status !== 'over') return 'open';
  if (state.winnerId !== setup.attacker.id) return 'lost';
  return lesson.isLearned(exchangesOf(bout)) ? 'learned' : 'won';
}

/**
 * Report whether moves complete a lesson: the rules allow every move, no move comes after the end of the
 * fight, and the player wins with the lesson's technique.
 */
export function completesLesson(lesson: Lesson, moves: readonly Move[]): boolean {
  let bout = beginLesson(lesson, { id: 1, username: 'player' }, { id: 2, username: 'partner' });
  try {
    for (const move of moves) bout = playLesson(lesson, bout, move);
  } catch (error) {
    if (error instanceof RuleViolation) return false;
    throw error;
  }
  return lessonResult(lesson, bout) === 'learned';
}
