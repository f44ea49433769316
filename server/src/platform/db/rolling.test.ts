import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');
/** The last that came before versions ran side by side. */
const LAST_ALONE = '0017';

/** What a node of the version before may stumble over: the statements that take away, or forbid. */
const BREAKING =
  /\b(drop (?!index|constraint|not null)\w+|alter type \S+ (?!add value)\w+|rename|set schema|alter (column )?\S+ (set data )?type|set not null|add (column )?(if not exists )?(?!constraint |check\b|unique\b|primary |foreign |exclude\b)\w+ [^,;]*not null(?![^,;]*default))\b/gi;
/** What forbids rows of a table that is there: its name, and after `on` the columns. */
const FORBIDDING = [
  /\balter table (?:if exists )?(?:only )?(?<table>\w+) (?:(?!\b(?:alter table|create) )[^;`])*?\badd (?:constraint|check\b|unique\b|primary|foreign|exclude\b)/gi,
  /\bcreate unique index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(?<table>\w+) (?:using \w+ )?\((?<columns>[^;`]*)/gi,
];
/** A migration that takes away says which version was the first to leave that alone: a node of it may run beside. */
const CONTRACTS = /contract: (\d+\.\d+\.\d+) /;
const { version: VERSION } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../../package.json'), 'utf8'),
) as { version: string };
/** What these take away was in no released version: they are in the first themselves. Once that is out, no other comes. */
const NEVER_RELEASED = ['0026-unread-indexes.ts'];
const isBefore = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;

/** What is new in a migration, by the words before its name: the version before writes none of it. */
const newIn = (text: string, words: string): string[] =>
  [...text.matchAll(new RegExp(`\\b${words} (?:if not exists )?(\\w+)`, 'gi'))].map(([, name = '']) => name);

function breakingOf(source: string, version = VERSION): string[] {
  const since = CONTRACTS.exec(source)?.[1];
  if (since && isBefore(since, version)) return [];
  const text = source.replaceAll(/^\s*(?:\/\/|--|\/?\*).*$/gm, '').replaceAll(/\s+/g, ' ');
  const tables = newIn(text, 'create table');
  const columns = newIn(text, 'add(?: column)?');
  // A column that is new is null in what the version before writes, and nulls are never the same.
  const isNew = ({ groups = {} }: RegExpMatchArray): boolean =>
    tables.includes(groups.table ?? '') ||
    columns.some((column) => new RegExp(`\\b${column}\\b`).test(groups.columns ?? ''));
  const forbidding = FORBIDDING.flatMap((words) =>
    [...text.matchAll(words)].filter((found) => !isNew(found)),
  );
  return [...text.matchAll(BREAKING), ...forbidding].map(([found]) => found);
}

describe('a migration', () => {
  it('leaves in place what the version before uses', () => {
    const later = readdirSync(FOLDER).filter(
      (name) => name.slice(0, 4) > LAST_ALONE && !NEVER_RELEASED.includes(name),
    );
    for (const name of later)
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
    'drop trigger users_parts on users',
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
    '`create table cities (id bigint)`,\n`create unique index users_city on users (city)`',
  ])('is found out that has: %s', (text) => {
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
  ])('may have: %s', (text) => {
    expect(breakingOf(text)).toEqual([]);
  });
});
