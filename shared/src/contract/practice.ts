import Type, { type Static } from 'typebox';
import { FIGHT_NUMBERS } from '../fights/numbers.ts';
import { type Contract, closedObject } from './schema.ts';

/** The lessons. They teach which move beats which, how to spend focus, and when to heal. */
export const LessonId = Type.Enum(['strike', 'focus', 'heal']);
export type LessonId = Static<typeof LessonId>;

/** A move that a lesson allows. */
const LessonMove = Type.Enum(['strike', 'guard', 'feint', 'heavy', 'heal']);
/** The player's moves in a lesson, in order. A lesson cannot have more exchanges than a fight. */
const LessonMoves = Type.Array(LessonMove, { minItems: 1, maxItems: FIGHT_NUMBERS.lastExchange });

export const Lessons = Type.Array(
  Type.Object({
    id: LessonId,
    done: Type.Boolean(),
    /** Coins for completing the lesson for the first time. */
    coins: Type.Integer(),
    /**
     * Experience for completing the lesson for the first time. The first lesson pays the amount that the caller needs
     * to reach level 2. The other lessons pay no experience.
     */
    xp: Type.Integer(),
  }),
);
export type Lessons = Static<typeof Lessons>;

export const practice = {
  routes: {
    'GET /api/practice/lessons': {
      access: 'player',
      reply: Lessons,
      summary: 'The lessons in order, and those that the caller has completed.',
    },
    'POST /api/practice/lessons/{id}': {
      access: 'player',
      params: Type.Object({ id: LessonId }),
      body: Type.Object({ moves: LessonMoves }, closedObject),
      reply: Type.Object({
        lessons: Lessons,
        /** Coins paid by this call: 0 if the lesson was completed before. */
        paid: Type.Integer(),
        /** Experience paid by this call. */
        xp: Type.Integer(),
      }),
      summary: 'Completes a lesson. The server replays the caller’s moves, and pays the reward once.',
    },
  },
} as const satisfies Contract;
