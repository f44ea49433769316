import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_SORTS } from '@rivalhold/shared/forum/sorts.ts';
import { SEARCH_MAX } from '@rivalhold/shared/search.ts';

/** Filters of the thread list. Filters that are not set are left out. */
export type ThreadFilters = { search?: string; category?: number; sort?: ForumSort };
/** The filters, the open thread, its page, and the post to scroll to. */
export type ForumSearch = ThreadFilters & { thread?: number; page?: number; post?: number };

function parseId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const isSort = (value: unknown): value is ForumSort => FORUM_SORTS.some((sort) => sort === value);
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Read a location in the forum from a URL query, ignoring invalid values. */
export function readForumSearch(query: { [K in keyof ForumSearch]?: unknown }): ForumSearch {
  const search = toText(query.search).trim().slice(0, SEARCH_MAX);
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

/** Return only the filters of a location. */
export const filtersOf = ({ search, category, sort }: ForumSearch): ThreadFilters => ({
  ...(search && { search }),
  ...(category && { category }),
  ...(sort && { sort }),
});
