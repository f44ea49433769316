import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, literal, query, type Sql, sql } from '../../platform/db/db.ts';
import {
  mayContainSql,
  mayContainThreeSql,
  NO_FREQUENCIES,
  rarestTrigrams,
  type TrigramFrequencies,
  trigramFrequencies,
} from '../../platform/db/text-search.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { notHiddenSql } from '../blocks/service.ts';
import { type ContentViewer, hiddenIdsSql } from '../hidden-content/service.ts';
import { descendingSql } from './page-anchors.ts';
import { ListRow, listOf, type ThreadFilter, type ThreadList, toThreadList } from './thread-list-sql.ts';

/** Maximum number of matches that a search counts, and that its pages show. */
const MAX_MATCHES = LIMITS.forum.searchTotal;

/** A search, with the limit and offset of the requested page. */
type Search = ThreadFilter & ContentViewer & { limit: number; offset: number };

const searchTermSql = (search: string): Sql => sql`${search}::text collate "C"`;

const titleContainsSql = ({ search }: Search): Sql => sql`strpos(n.title, ${searchTermSql(search)}) > 0`;
const titleMatchesSql = (search: Search): Sql =>
  sql`${mayContainSql(sql`n.title`, searchTermSql(search.search))} and ${titleContainsSql(search)}`;
const titleMatchesRareSql = (search: Search, positions: readonly [number, number, number]): Sql => {
  const mayContain = mayContainThreeSql(sql`n.title`, searchTermSql(search.search), positions);
  return sql`${mayContain} and ${titleContainsSql(search)}`;
};
const foldedTitleContainsSql = ({ search }: Search): Sql =>
  sql`strpos(folded_title, ${searchTermSql(search)}) > 0`;

/** Return the SQL condition of a search, without the condition for the title. */
const threadFilterSql = ({ viewerId, seesHidden, categoryId }: Search): Sql =>
  sql`deleted_at is null and (${categoryId}::bigint is null or category_id = ${categoryId}::bigint)
    and ${notHiddenSql(viewerId, sql`user_id`)}
    and id not in (${hiddenIdsSql('thread', { viewerId, seesHidden })})`;

/** Return SQL for the threads that meet `threadFilterSql`, and whose titles meet the condition `among`. */
const matchingTitles = (search: Search, among: Sql): Sql => sql`
  forum_titles n cross join lateral (
    select * from forum_threads where id = n.thread_id and ${threadFilterSql(search)} limit 1
  ) t
  where ${among}`;

/**
 * Return SQL for the threads of a category that match a search. The SQL reads all threads of the category. For a common
 * term in a small category, this is faster than reading all matching titles of the site.
 */
const matchingInCategory = (search: Search): Sql => sql`
  forum_threads t
  where category_id = ${search.categoryId}::bigint and ${threadFilterSql(search)}
    and ${foldedTitleContainsSql(search)}`;

/** Return SQL for a search with few matches. The SQL finds and sorts all matches. */
const rareMatchesSql = ({ sort, limit, offset }: Search, threads: Sql): Sql => sql`
  with found as materialized (
    select t.id, t.updated_at, t.post_count from ${threads} limit ${literal(MAX_MATCHES + 1)}
  )
  ${listOf(
    sql`select count(*)::integer as total from found`,
    sql`select id from found where (select count(*) from found) <= ${literal(MAX_MATCHES)}
      order by ${descendingSql(sort)} limit ${limit} offset ${offset}`,
    sort,
  )}`;

/**
 * Return SQL for a search with many matches. The SQL reads threads in list order until the page is full. With
 * many matches, few reads are enough.
 */
const commonMatchesSql = (search: Search): Sql =>
  listOf(
    sql`select ${literal(MAX_MATCHES)} as total`,
    // Without a constant limit, the planner would sort all threads.
    sql`select id from (
        select id from forum_threads where ${threadFilterSql(search)} and ${foldedTitleContainsSql(search)}
        order by ${descendingSql(search.sort)} limit ${literal(MAX_MATCHES)}
      ) found limit ${search.limit} offset ${search.offset}`,
    search.sort,
  );

/**
 * Size of the sample of titles. The thread ids are divided into `SAMPLE_GROUPS` equal ranges. A group of
 * `SAMPLE_GROUP_SIZE` consecutive titles begins in each range, at a pseudorandom position that depends only on the
 * range and the highest id.
 */
const SAMPLE_GROUP_SIZE = 8;
const SAMPLE_GROUPS = 32;
/**
 * A search counts as having many matches only if the sample contains at least this number of matches. For a term that
 * occurs in only 1% of titles, the probability of this is just 0.5%.
 */
const MIN_SAMPLE_MATCHES = 8;
/**
 * A search counts as having many matches only if at least this number of groups in the sample contain matches.
 * Consecutive titles are often similar, so matches in only one group say little about the other titles.
 */
const MIN_GROUPS_WITH_MATCHES = 4;
/** A search counts as having many matches only if the sample suggests at least this number of matches. */
const MIN_ESTIMATED_MATCHES = 2 * MAX_MATCHES;

const SampledTitle = Type.Object({
  /** Number of the group of consecutive titles to which this title belongs. */
  group_number: column.integer,
  id: column.integer,
  title: column.text,
  /** The category of the thread, or null if the thread is deleted. */
  category_id: Nullable(column.integer),
});

/** Trigram frequencies of all titles, and a sample of the titles. */
type TitleStats = TrigramFrequencies & { sample: readonly Static<typeof SampledTitle>[] };
const NO_TITLE_STATS: TitleStats = { ...NO_FREQUENCIES, sample: [] };

/** Report whether the sample shows that a search has far more matches than the maximum. */
function hasManyMatches({ search, categoryId }: ThreadFilter, { texts, sample }: TitleStats): boolean {
  const matches = sample.filter(
    ({ title, category_id: own }) =>
      own !== null && (categoryId === null || own === categoryId) && title.includes(search),
  );
  const count = new Set(matches.map(({ id }) => id)).size;
  const groups = new Set(matches.map(({ group_number }) => group_number)).size;
  return (
    count >= MIN_SAMPLE_MATCHES &&
    groups >= MIN_GROUPS_WITH_MATCHES &&
    count * texts >= MIN_ESTIMATED_MATCHES * sample.length
  );
}

/**
 * If even the rarest trigram of a search occurs in at least this share of the titles, the search does not use the
 * trigram index, because a scan of the titles soon finds `MAX_MATCHES` matches.
 */
const COMMON_SHARE = 0.2;
/** Time for which trigram frequencies and the sample are cached. */
const TITLE_STATS_CACHE_MS = 10 * 60_000;

/** Lifetime and maximum size of the cache that stores whether a search has more matches than the maximum. */
const SEARCH_STATS_CACHE_MS = 60_000;
const MAX_CACHED_SEARCHES = 1_000;

/** Caches statistics that speed up searches. */
export class SearchStats {
  readonly #site: Site;
  #read: { titles: Promise<TitleStats>; at: number } | undefined;
  readonly #bySearch = new Map<string, { many: boolean; at: number }>();

  constructor(site: Site) {
    this.#site = site;
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }

  /**
   * Return the time between `at` and now in ms. The result is never negative, so that entries also expire if the clock
   * is set back.
   */
  #since(at: number): number {
    return Math.abs(this.#now() - at);
  }

  /** Return trigram frequencies and the sample of titles. Reload them if the cached values have expired. */
  titles(): Promise<TitleStats> {
    if (!this.#read || this.#since(this.#read.at) >= TITLE_STATS_CACHE_MS) {
      const read = { titles: this.#loadTitles(), at: this.#now() };
      read.titles.catch(() => {
        if (this.#read === read) this.#read = undefined;
      });
      this.#read = read;
    }
    return this.#read.titles;
  }

  async #loadTitles(): Promise<TitleStats> {
    const { db } = this.#site;
    const shares = await trigramFrequencies(db, 'forum_titles_ngrams');
    return {
      ...shares,
      sample:
        shares.texts < MIN_ESTIMATED_MATCHES
          ? []
          : await query(
              db,
              SampledTitle,
              sql`
        select group_number, n.thread_id as id, n.title,
          (select category_id from forum_threads where id = n.thread_id and deleted_at is null) as category_id
        from (select max(thread_id) / ${literal(SAMPLE_GROUPS)} as length from forum_titles) all_titles
        cross join generate_series(1, ${literal(SAMPLE_GROUPS)}) group_number
        cross join lateral (
          select thread_id, title from forum_titles
          where thread_id > (group_number - 1) * length + abs(hashint4(group_number)::bigint) % (length + 1)
          order by thread_id limit ${literal(SAMPLE_GROUP_SIZE)}
        ) n`,
            ),
    };
  }

  /**
   * Cache whether a search has more matches than the maximum, so that the matches are not counted again for
   * other pages and sort orders.
   */
  remember(search: string, many: boolean): void {
    if (this.#bySearch.size >= MAX_CACHED_SEARCHES) this.#bySearch.clear();
    this.#bySearch.set(search, { many, at: this.#now() });
  }

  /** Return whether a search has more matches than the maximum, or undefined if that is not cached. */
  isKnownToMatchMany(search: string): boolean | undefined {
    const believed = this.#bySearch.get(search);
    return believed && this.#since(believed.at) < SEARCH_STATS_CACHE_MS ? believed.many : undefined;
  }
}
/** Return the site's search statistics. */
export const searchStatsOf = perSite((site) => new SearchStats(site));

/**
 * Return the statement that finds all matches of a search. If there are more matches than the maximum, the statement
 * returns no threads.
 */
function rareMatchesStatement(search: Search, known: TrigramFrequencies): Sql {
  if (known.shares.size === 0) return rareMatchesSql(search, matchingTitles(search, titleMatchesSql(search)));
  const { positions, share } = rarestTrigrams(search.search, known);
  if (share < COMMON_SHARE)
    return rareMatchesSql(search, matchingTitles(search, titleMatchesRareSql(search, positions)));
  return rareMatchesSql(
    search,
    search.categoryId === null
      ? matchingTitles(search, titleContainsSql(search))
      : matchingInCategory(search),
  );
}

/** Return a page of the threads that a search finds, as `threadList` does. */
export async function searchThreads(
  db: DbOrTx,
  viewer: ContentViewer,
  filter: ThreadFilter,
  known?: SearchStats,
): Promise<ThreadList> {
  const { search, categoryId, page, size } = filter;
  const skipped = (page - 1) * size;
  const most = Math.max(0, Math.min(size, MAX_MATCHES - skipped));
  const pageQuery = { ...filter, ...viewer, limit: most, offset: Math.min(skipped, MAX_MATCHES) };
  const key = JSON.stringify([viewer.viewerId, categoryId, search]);
  const titles = (await known?.titles()) ?? NO_TITLE_STATS;
  const inOrder = async () => toThreadList(await query(db, ListRow, commonMatchesSql(pageQuery)));

  if (known?.isKnownToMatchMany(key) ?? hasManyMatches(filter, titles)) {
    const found = await inOrder();
    if (found.threads.length === most) return found;
    known?.remember(key, false);
  }
  const rows = await query(db, ListRow, rareMatchesStatement(pageQuery, titles), { prepare: false });
  const found = toThreadList(rows);
  if (found.total <= MAX_MATCHES) return found;
  known?.remember(key, true);
  return inOrder();
}
