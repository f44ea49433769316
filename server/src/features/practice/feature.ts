import { practice as contract, type LessonId, type Lessons } from '@rivalhold/shared/contract/practice.ts';
import {
  completesLesson,
  LESSON_COINS,
  LESSONS,
  lessonById,
  lessonXp,
} from '@rivalhold/shared/fights/lessons.ts';
import { LESSON_ERRORS } from '@rivalhold/shared/texts/practice.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, queryExists, queryOne, sql, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { readAll } from '../../platform/personal-data/export-rows.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { moveCoins } from '../coins/service.ts';
import { grantExperience, lockCharacters } from '../game/service.ts';
import { recordProgress } from '../goals/service.ts';

type LessonMoves = Parameters<typeof completesLesson>[1];

const LessonsRow = Type.Object({ experience: column.integer, done: Type.Array(column.code<LessonId>()) });

/** Return all lessons in order, with their rewards, and whether the player has completed them. */
async function lessonsOf(db: DbOrTx, userId: number): Promise<Lessons> {
  const { experience, done } = await queryOne(
    db,
    LessonsRow,
    sql`select experience, array(select lesson from practice_lessons where user_id = ${userId}) as done
        from characters where user_id = ${userId}`,
  );
  return LESSONS.map(({ id }) => ({
    id,
    done: done.includes(id),
    coins: LESSON_COINS,
    xp: lessonXp(id, experience),
  }));
}

/**
 * Complete a lesson with a player's moves. Only the first completion pays a reward. Repeating the lesson has no effect.
 * @throws AppError `invalid` if the moves do not complete the lesson.
 */
async function completeLesson(
  db: DbOrTx,
  site: Site,
  { userId, id, moves }: { userId: number; id: LessonId; moves: LessonMoves },
): Promise<{ lessons: Lessons; paid: number; xp: number }> {
  if (!completesLesson(lessonById(id), moves))
    throw new AppError('invalid', undefined, { errors: { moves: LESSON_ERRORS.notCompleted } });
  const at = site.clock.now();
  return transaction(db, async (tx) => {
    // The lock on the character makes concurrent calls run one after the other.
    const [character] = await lockCharacters(tx, [userId]);
    if (!character) throw new AppError('notFound');
    const isFirst = await queryExists(
      tx,
      sql`insert into practice_lessons (user_id, lesson, done_at) values (${userId}, ${id}, ${at})
          on conflict do nothing returning lesson`,
    );
    const xp = isFirst ? lessonXp(id, character.experience) : 0;
    if (xp > 0) await grantExperience(tx, site, { userId, amount: xp, at });
    const reference = `lesson:${id}`;
    if (isFirst)
      await moveCoins(tx, site, {
        userId,
        amount: LESSON_COINS,
        reason: 'lesson',
        reference,
        key: reference,
        at,
      });
    const lessons = await lessonsOf(tx, userId);
    const total = lessons.filter(({ done }) => done).length;
    if (isFirst) await recordProgress(tx, site, userId, [{ count: 'lessons', subject: 0, by: 0, total }]);
    return { lessons, paid: isFirst ? LESSON_COINS : 0, xp };
  });
}

const personalData: PersonalData = {
  erase: async (tx, _site, userId) => {
    await execute(tx, sql`delete from practice_lessons where user_id = ${userId}`);
    return true;
  },
  sections: (db, userId) => ({
    lessons: readAll(
      db,
      sql`select lesson, done_at as "doneAt" from practice_lessons where user_id = ${userId} order by lesson`,
    ),
  }),
  tables: {
    practice_lessons: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'lessons',
      columns: {
        user_id: ['erased', SELF],
        lesson: ['erased', true, 'unchanged'],
        done_at: ['erased', true],
      },
    },
  },
};

export const practice: Feature = {
  name: 'practice',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/practice/lessons': async ({ db, session }) => lessonsOf(db, session.user.id),

      'POST /api/practice/lessons/{id}': async ({ db, session, params, body }) =>
        completeLesson(db, site, { userId: session.user.id, id: params.id, moves: body.moves }),
    }),
  personalData,
};
