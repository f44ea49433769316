import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';

/** What of the list of threads is shown; what says nothing is left out. */
export type ThreadFilters = { search?: string; category?: number; sort?: ForumSort };
/** The filters, the thread that is open, its page, and the post that somebody came for. */
export type ForumSearch = ThreadFilters & { thread?: number; page?: number; post?: number };

/** The orders in which threads can be shown, the usual one first. */
export const SORTS = Object.keys(FORUM_TEXTS.sorts) as ForumSort[];

function parseId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const isSort = (value: unknown): value is ForumSort => SORTS.some((sort) => sort === value);
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The place in the forum that the query of an address names. What names nothing is left out. */
export function readForumSearch(query: { [K in keyof ForumSearch]?: unknown }): ForumSearch {
  const search = toText(query.search).trim().slice(0, LIMITS.searchMax);
  const category = parseId(query.category);
  const thread = parseId(query.thread);
  const page = parseId(query.page);
  const post = parseId(query.post);
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(isSort(query.sort) && query.sort !== 'updated' && { sort: query.sort }),
    ...(thread && { thread }),
    ...(thread && page && page <= 1_000_000 && { page }),
    ...(thread && post && { post }),
  };
}

/** The filters of a place alone. */
export const filtersOf = ({ search, category, sort }: ForumSearch): ThreadFilters => ({
  ...(search && { search }),
  ...(category && { category }),
  ...(sort && { sort }),
});
