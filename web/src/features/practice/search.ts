import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import { LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { PARTNER_IDS, type PartnerId } from '@rivalhold/shared/fights/practice.ts';

/** The URL query of /practice. It names the partner or the lesson of the fight that the page shows. */
export type PracticeSearch = { partner?: PartnerId; lesson?: LessonId };

/** Return the practice fight that a URL query names, or an empty object if it names none. */
export function readPracticeSearch(query: Record<string, unknown>): PracticeSearch {
  const lesson = LESSONS.find(({ id }) => id === query.lesson)?.id;
  if (lesson) return { lesson };
  const partner = PARTNER_IDS.find((id) => id === query.partner);
  return partner ? { partner } : {};
}
