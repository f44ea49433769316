import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');
/** The first migration. It is not checked, because no other version runs while it is applied. */
const FIRST = '0001-initial.sql';

/** Patterns of statements that drop, rename or restrict something that nodes of the previous version might use. */
const BREAKING =
  /\b(drop (?!index|constraint|not null)\w+|alter type \S+ (?!add value)\w+|rename|set schema|alter (column )?\S+ (set data )?type|set not null|add (column )?(if not exists )?(?!constraint |check\b|unique\b|primary |foreign |exclude\b)\w+ [^,;]*not null(?![^,;]*default))\b/gi;
/**
 * Patterns of statements that restrict the rows of a table. The capture groups are the name of the table and,
 * for an index, the columns of the index.
 */
const RESTRICTING = [
  /\balter table (?:if exists )?(?:only )?(?<table>\w+) (?:(?!\b(?:alter table|create) )[^;])*?\badd (?:constraint|check\b|unique\b|primary|foreign|exclude\b)/gi,
  /\bcreate unique index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(?<table>\w+) (?:using \w+ )?\((?<columns>[^;]*)/gi,
];
/**
 * The comment that allows a migration to contain statements that match the patterns above. It names the first version
 * that no longer uses what the migration drops, renames or restricts. This first version must be older than the current
 * version, because nodes of the previous version can run during the migration.
 */
const CONTRACTS = /contract: (\d+\.\d+\.\d+) /;
const { version: VERSION } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../../package.json'), 'utf8'),
) as { version: string };
const isBefore = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * Return the names of the tables or columns that a migration adds: the names that follow the SQL keywords in
 * `words`. The previous version does not write to these tables and columns.
 */
const addedIn = (text: string, words: string): string[] =>
  [...text.matchAll(new RegExp(`\\b${words} (?:if not exists )?(\\w+)`, 'gi'))].map(([, name = '']) => name);

function breakingOf(source: string, version = VERSION): string[] {
  const since = CONTRACTS.exec(source)?.[1];
  if (since && isBefore(since, version)) return [];
  const text = source.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const tables = addedIn(text, 'create table');
  const columns = addedIn(text, 'add(?: column)?');
  // A migration may restrict a new table or column, because the previous version does not write to it. The
  // previous version leaves a new column null, and a unique index allows several nulls.
  const isNew = ({ groups = {} }: RegExpMatchArray): boolean =>
    tables.includes(groups.table ?? '') ||
    columns.some((column) => new RegExp(`\\b${column}\\b`).test(groups.columns ?? ''));
  const restricting = RESTRICTING.flatMap((words) =>
    [...text.matchAll(words)].filter((found) => !isNew(found)),
  );
  return [...text.matchAll(BREAKING), ...restricting].map(([found]) => found);
}

describe('a migration', () => {
  it('does not drop, rename or restrict anything that the previous version uses', () => {
    for (const name of readdirSync(FOLDER).filter((name) => name > FIRST))
      expect([name, breakingOf(readFileSync(path.join(FOLDER, name), 'utf8'))]).toEqual([name, []]);
  });

  it.each([
    'alter table users drop column email',
    'drop table posts',
    'alter table users rename column name to title',
    'alter table users rename to people',
    'alter table users alter column coins type numeric',
    'alter table users alter column coins set data type numeric',
    'alter table users alter column city set not null',
    'alter table users\n add column city text not null',
    'alter table users add city text not null',
    'alter table users drop email',
    'alter table users alter column coins drop default',
    'alter table users rename name to title',
    'alter table users rename constraint one to other',
    'alter table users alter coins type numeric',
    'alter table users set schema old',
    "alter type mood rename value 'calm' to 'quiet'",
    'alter type mood rename to moods',
    'alter type point alter attribute x type numeric',
    'drop trigger users_search on users',
    'drop materialized view best',
    'drop type mood',
    'alter table users add constraint grown check (age >= 18)',
    'alter table users add constraint grown check (age >= 18) not valid',
    'alter table users add check (age >= 18)',
    'alter table users add constraint one_city unique (city)',
    'alter table users\n add column city text,\n add foreign key (guild_id) references guilds (id)',
    'alter table users add primary key (id)',
    'create unique index users_city on users (city)',
    'create unique index concurrently if not exists users_city on users (lower(city)) where deleted_at is null',
    'create table cities (id bigint); create unique index users_city on users (city)',
  ])('cannot contain this statement without a "contract" comment: %s', (text) => {
    expect(breakingOf(text)).toHaveLength(1);
    const contract = (since: string) => `-- contract: ${since} reads it no more\n${text}`;
    expect(breakingOf(contract('0.9.0'), '0.10.0')).toEqual([]);
    for (const since of ['0.10.0', '0.11.0', 'nothing'])
      expect(breakingOf(contract(since), '0.10.0')).toHaveLength(1);
  });

  it.each([
    'create table cities (id bigint primary key, name text not null)',
    'alter table users add column city text',
    "alter table users add column city text not null default ''",
    'create index if not exists users_city on users (city)',
    'drop index users_city',
    'alter table users alter column city drop not null',
    'alter table users drop constraint grown',
    "alter type mood add value 'calm'",
    "alter table users alter column city set default 'Hold'",
    'create table cities (name text, constraint one unique (name), check (length(name) > 1))',
    'create table cities (name text); create unique index cities_name on cities (lower(name))',
    'create table cities (name text); alter table cities add constraint named check (length(name) > 1)',
    'alter table users add column city text; create unique index users_city on users (guild_id, city)',
    '-- Its owner may rename it, or drop what is not null\nalter table users add column city text',
  ])('can contain this statement: %s', (text) => {
    expect(breakingOf(text)).toEqual([]);
  });
});
