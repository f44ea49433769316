import Type from 'typebox';
import { column } from './columns.ts';
import { type DbOrTx, join, literal, queryFirst, type Sql, sql } from './db.ts';

/** Maximum length, in characters, of the substrings that the SQL function `text_ngrams` returns. */
const MAX_NGRAM_LENGTH = 3;
/** A prefix followed by this character sorts after every text that begins with the prefix. */
const HIGHEST_CHARACTER = sql`'\u{10ffff}'`;

/** Build a condition that `text` (collation "C") begins with `beginning`. The condition can use an index on `text`. */
export const startsWithSql = (text: Sql, beginning: string | Sql): Sql =>
  sql`(${text} >= ${beginning} and ${text} < ${beginning}::text || ${HIGHEST_CHARACTER})`;

/**
 * Build a condition that `text` contains all trigrams of `part`. Every text that contains `part` meets this condition,
 * but other texts can meet it, too. A `part` of fewer than three characters must be contained as a whole. The condition
 * can use a GIN index on `text_ngrams(text)`.
 */
export const mayContainSql = (text: Sql, part: string | Sql): Sql =>
  sql`text_ngrams(${text}) @> search_ngrams(${part})`;

/**
 * Build a condition like `mayContainSql`, but with only three trigrams of `part`, which begin at the 1-based positions
 * `positions`. The index lookup visits every text that contains the rarest of the three trigrams. The other two
 * trigrams cost little unless most texts contain them.
 */
export const mayContainThreeSql = (
  text: Sql,
  part: Sql,
  positions: readonly [number, number, number],
): Sql => {
  const trigrams = positions.map(
    (position) => sql`substr(${part}, ${position}::integer, ${literal(MAX_NGRAM_LENGTH)})`,
  );
  return sql`text_ngrams(${text}) @> array[${join(trigrams)}]`;
};

/** Number of texts, and for each common trigram the share of texts (0 to 1) that contain it. */
export type TrigramFrequencies = { texts: number; shares: ReadonlyMap<string, number> };
export const NO_FREQUENCIES: TrigramFrequencies = { texts: 0, shares: new Map() };

/** The planner statistics of an index. `shares` has more elements than `trigrams`. */
const Statistics = Type.Object({
  texts: column.number,
  trigrams: Type.Array(column.text),
  shares: Type.Array(column.number),
});

/**
 * Return the trigram frequencies in the database's statistics for a `text_ngrams` index. Return `NO_FREQUENCIES` before
 * the first ANALYZE.
 */
export async function trigramFrequencies(db: DbOrTx, index: string): Promise<TrigramFrequencies> {
  const counted = await queryFirst(
    db,
    Statistics,
    sql`select most_common_elems::text::text[] as trigrams, most_common_elem_freqs as shares,
            (select t.reltuples from pg_index i join pg_class t on t.oid = i.indrelid
             where i.indexrelid = to_regclass('public.' || ${index})) as texts
     from pg_stats where schemaname = 'public' and tablename = ${index} and most_common_elems is not null`,
  );
  if (!counted) return NO_FREQUENCIES;
  const { texts, trigrams, shares } = counted;
  return { texts, shares: new Map(trigrams.map((trigram, n) => [trigram, shares[n] ?? 0])) };
}

/**
 * Return the 1-based positions of the three rarest trigrams of a search text, rarest first, and the share of stored
 * texts that contain the rarest trigram. If the search text has fewer than three trigrams, repeat the last position.
 * @param text a search text, folded in the same way as the stored texts (see `foldText`)
 */
export function rarestTrigrams(
  text: string,
  { shares }: TrigramFrequencies,
): { positions: [number, number, number]; share: number } {
  const characters = Array.from(text);
  const trigrams = characters
    .slice(Math.min(characters.length, MAX_NGRAM_LENGTH) - 1)
    .map((_, n) => ({
      position: n + 1,
      share: shares.get(characters.slice(n, n + MAX_NGRAM_LENGTH).join('')) ?? 0,
    }))
    .sort((one, other) => one.share - other.share);
  const at = (n: number): number => (trigrams[n] ?? trigrams.at(-1))?.position ?? 1;
  return { positions: [at(0), at(1), at(2)], share: trigrams[0]?.share ?? 0 };
}
