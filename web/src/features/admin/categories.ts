import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** What a category says of itself, as it is written. */
export type CategoryDraft = { slug: string; title: string; description: string };

export const EMPTY_DRAFT: CategoryDraft = { slug: '', title: '', description: '' };

/** What is missing in a draft, in words; null when nothing is. */
export function validateCategoryDraft({
  slug,
  title,
}: CategoryDraft): { slug?: string; title?: string } | null {
  const errors = {
    ...(slug.trim() === '' && { slug: FORUM_CATEGORY_TEXTS.slugNeeded }),
    ...(title.trim() === '' && { title: FORUM_CATEGORY_TEXTS.titleNeeded }),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}

/** What of a category a draft changes, trimmed; null when nothing. */
export function draftChanges(category: ForumCategory, draft: CategoryDraft): Partial<CategoryDraft> | null {
  const changes: Partial<CategoryDraft> = {};
  for (const field of ['slug', 'title', 'description'] as const) {
    const text = draft[field].trim();
    if (text !== category[field]) changes[field] = text;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

/** Adds a category. */
export const addCategory = async ({ slug, title, description }: CategoryDraft, idempotencyKey: string) =>
  (
    await api('POST /api/forum-categories', {
      body: { slug: slug.trim(), title: title.trim(), description: description.trim() || null },
      idempotencyKey,
    })
  ).category;

/** Changes what is sent of a category. */
export const editCategory = async (id: number, body: Partial<CategoryDraft>) =>
  (await api('PATCH /api/forum-categories/{id}', { params: { id }, body })).category;

/** Deletes a category; its threads go to another. */
export const deleteCategory = (id: number, moveTo: number | null) =>
  api('DELETE /api/forum-categories/{id}', { params: { id }, query: moveTo === null ? {} : { moveTo } });

/** Asks again for the forum: threads may stand in another category now. */
export const invalidateForum = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['forum'] });
