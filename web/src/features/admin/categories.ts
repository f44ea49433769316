import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The editable fields of a category, as typed. */
export type CategoryDraft = { slug: string; title: string; description: string };

/** The initial draft of a new category. */
export const EMPTY_DRAFT: CategoryDraft = { slug: '', title: '', description: '' };

/** Return an error text for each missing field of a draft, or null if the draft is valid. */
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

/** Return the trimmed fields of a draft that differ from its category, or null if no field differs. */
export function draftChanges(category: ForumCategory, draft: CategoryDraft): Partial<CategoryDraft> | null {
  const changes: Partial<CategoryDraft> = {};
  for (const field of ['slug', 'title', 'description'] as const) {
    const text = draft[field].trim();
    if (text !== category[field]) changes[field] = text;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

/** Add a category. */
export const addCategory = async ({ slug, title, description }: CategoryDraft, idempotencyKey: string) =>
  (
    await api('POST /api/forum-categories', {
      body: { slug: slug.trim(), title: title.trim(), description: description.trim() || null },
      idempotencyKey,
    })
  ).category;

/** Change the given fields of a category. */
export const editCategory = async (id: number, body: Partial<CategoryDraft>) =>
  (await api('PATCH /api/forum-categories/{id}', { params: { id }, body })).category;

/**
 * Delete a category and move its threads to the category `moveTo`. `moveTo` is null if there are no threads to move.
 */
export const deleteCategory = (id: number, moveTo: number | null) =>
  api('DELETE /api/forum-categories/{id}', { params: { id }, query: moveTo === null ? {} : { moveTo } });

/** Invalidate all queries of the forum after a category was added, changed or deleted. */
export const invalidateForum = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['forum'] });
