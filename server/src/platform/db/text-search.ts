import { type DbOrTx, join, literal, query, type Sql, sql } from './db.ts';

/** The longest parts by which an index of `text_parts` goes, in letters. */
const MAX_PART_LENGTH = 3;
/** Sorts after every text that begins with what stands before it. */
const HIGHEST_CHARACTER = sql`'\u{10ffff}'`;

/** SQL: whether a text, of the collation "C", begins with another; an index over it finds those that do. */
export const startsWithSql = (text: Sql, beginning: string | Sql): Sql =>
  sql`(${text} >= ${beginning} and ${text} < ${beginning}::text || ${HIGHEST_CHARACTER})`;

/**
 * SQL: whether a text has all three-letter parts of another (itself, where that is shorter), and so may hold it; a GIN
 * index over `text_parts` of the text finds those.
 */
export const mayContainSql = (text: Sql, part: string | Sql): Sql =>
  sql`text_parts(${text}) @> search_parts(${part})`;

/**
 * The same by three of those parts, at places in the other text, from 1. An index looks up each part for whatever has
 * the rarest of them, so that the others only cost where most texts have them.
 */
export const mayContainThreeSql = (text: Sql, part: Sql, places: readonly [number, number, number]): Sql => {
  const parts = places.map((place) => sql`substr(${part}, ${place}::integer, ${literal(MAX_PART_LENGTH)})`);
  return sql`text_parts(${text}) @> array[${join(parts)}]`;
};

/** How many texts there are, and the share of them, of 1, that have a part: of parts that many have. */
export type PartFrequencies = { texts: number; shares: ReadonlyMap<string, number> };
export const NO_FREQUENCIES: PartFrequencies = { texts: 0, shares: new Map() };

/** What the database has counted of an index over the parts of texts; nothing where it has not yet. */
export async function partFrequencies(db: DbOrTx, index: string): Promise<PartFrequencies> {
  const [counted] = await query<{ texts: number; parts: string[]; shares: number[] }>(
    db,
    sql`select most_common_elems::text::text[] as parts, most_common_elem_freqs as shares,
            (select t.reltuples from pg_index i join pg_class t on t.oid = i.indrelid
             where i.indexrelid = to_regclass('public.' || ${index})) as texts
     from pg_stats where schemaname = 'public' and tablename = ${index} and most_common_elems is not null`,
  );
  if (!counted) return NO_FREQUENCIES;
  const { texts, parts, shares } = counted;
  return { texts, shares: new Map(parts.map((part, n) => [part, shares[n] ?? 0])) };
}

/**
 * Where the three parts of a text begin that the fewest texts have, from 1, the rarest first, and the share of texts that
 * have that one. One with fewer parts has the last of them again.
 */
export function rarestParts(
  text: string,
  { shares }: PartFrequencies,
): { places: [number, number, number]; share: number } {
  const letters = Array.from(text);
  const parts = letters
    .slice(Math.min(letters.length, MAX_PART_LENGTH) - 1)
    .map((_, n) => ({ place: n + 1, share: shares.get(letters.slice(n, n + MAX_PART_LENGTH).join('')) ?? 0 }))
    .sort((one, other) => one.share - other.share);
  const at = (n: number): number => (parts[n] ?? parts.at(-1))?.place ?? 1;
  return { places: [at(0), at(1), at(2)], share: parts[0]?.share ?? 0 };
}
