import { type Db, sql, type Tx } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { deleteFactors } from './queries.ts';

const erase = async (tx: Tx, _site: Site, userId: number): Promise<boolean> => {
  await deleteFactors(tx, userId);
  return true;
};

/** Return a player's second factors without the values that could be used to log in. */
const sections = (db: Db, userId: number): ExportSections => ({
  passkeys: readAll(
    db,
    sql`select name, transports, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
     where user_id = ${userId} order by id`,
  ),
  authenticators: readAll(
    db,
    sql`select created_at as "createdAt", confirmed_at as "confirmedAt", last_used_at as "lastUsedAt"
     from authenticators where user_id = ${userId}`,
  ),
  'recovery-codes': readAll(
    db,
    sql`select created_at as "createdAt" from recovery_codes where user_id = ${userId} order by code_hash`,
  ),
});

const SECRET = { secret: 'it belongs to a factor that logs the player in' };

export const personalData: PersonalData = {
  erase,
  sections,
  tables: {
    passkeys: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'passkeys',
      columns: {
        id: ['erased', INTERNAL],
        user_id: ['erased', SELF],
        credential_id: ['erased', SECRET],
        public_key: ['erased', SECRET],
        counter: ['erased', INTERNAL],
        transports: ['erased', true],
        name: ['erased', true],
        created_at: ['erased', true],
        last_used_at: ['erased', true],
      },
    },
    authenticators: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'authenticators',
      columns: {
        user_id: ['erased', SELF],
        sealed_secret: ['erased', SECRET],
        last_step: ['erased', INTERNAL],
        created_at: ['erased', true],
        confirmed_at: ['erased', true],
        last_used_at: ['erased', true],
      },
    },
    recovery_codes: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'recovery-codes',
      columns: {
        code_hash: ['erased', SECRET],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
    used_challenges: { notPersonal: 'hashes of used challenges, without their player', notInCopy: ALL_ROWS },
  },
};
