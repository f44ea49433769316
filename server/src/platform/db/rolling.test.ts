import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');
/** The last that came before versions ran side by side. */
const LAST_ALONE = '0017';

/** What a node of the version before may stumble over: the statements that take away, or forbid. */
const BREAKING =
  /\b(drop (table|column|view|function)|rename (to|column)|alter column \S+ (set )?(data )?type|set not null|add column(?: if not exists)? \S+ [^,;]*not null(?![^,;]*default))\b/gi;
const CONTRACTS = /contract:/;

const breakingOf = (text: string): string[] =>
  CONTRACTS.test(text) ? [] : [...text.replaceAll(/\s+/g, ' ').matchAll(BREAKING)].map(([found]) => found);

describe('a migration', () => {
  it('leaves in place what the version before uses', () => {
    const later = readdirSync(FOLDER).filter((name) => name.slice(0, 4) > LAST_ALONE);
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
  ])('is found out that has: %s', (text) => {
    expect(breakingOf(text)).toHaveLength(1);
    expect(breakingOf(`-- contract: nothing reads it since the version before\n${text}`)).toEqual([]);
  });

  it.each([
    'create table cities (id bigint primary key, name text not null)',
    'alter table users add column city text',
    "alter table users add column city text not null default ''",
    'create index if not exists users_city on users (city)',
    'drop index users_city',
  ])('may have: %s', (text) => {
    expect(breakingOf(text)).toEqual([]);
  });
});
