import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

type LessonMove = Exclude<Move, 'item'>;

/** The lessons in order, and which of them the player has completed. */
export const lessonsQuery = queryOptions({
  queryKey: ['practice', 'lessons'],
  queryFn: ({ signal }) => api('GET /api/practice/lessons', { signal }),
});

/** Complete a lesson by sending the player's moves in its fight. Repeating a lesson pays nothing. */
export const sendLesson = ({ id, moves }: { id: LessonId; moves: readonly LessonMove[] }) =>
  api('POST /api/practice/lessons/{id}', { params: { id }, body: { moves: [...moves] } });

/** The URL of the teacher's picture. The code that draws the picture is loaded on demand. */
export const teacherPortraitQuery = queryOptions({
  queryKey: ['practice', 'teacher'],
  queryFn: async () => (await import('./teacher-portrait.ts')).TEACHER_PORTRAIT,
  staleTime: Number.POSITIVE_INFINITY,
});
