import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { literal, type Sql, sql } from '../../platform/db/db.ts';
import {
  ALL_ROWS,
  type DataPolicy,
  INTERNAL,
  NOTHING,
  RANDOM_ID,
  SELF,
} from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

const FOR_ONE_DAY = { omitted: 'it belongs to a response, stored for a day in case the request is repeated' };
const FOR_OTHER_NODES = { retained: 'it is kept for a day, so that all nodes close the player’s sockets' };
const FOR_LATER_ACCOUNTS = {
  retained: 'it is kept until the sanction ends, because the sanction also applies to later accounts',
};
const COPY_OF_SANCTION = { omitted: 'it is a copy of what the account stores' };

const FIRST_NAMES = [
  'Ada',
  'Bryn',
  'Cato',
  'Dara',
  'Elin',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jory',
  'Kaya',
  'Leif',
  'Mira',
];
const LAST_NAMES = [
  'Ashford',
  'Birch',
  'Copper',
  'Dunmore',
  'Eastwood',
  'Frost',
  'Grove',
  'Hale',
  'Ironside',
  'Keel',
];
const pickSql = (names: readonly string[], position: Sql): Sql =>
  sql`(${names}::text[])[1 + (${position}) % ${literal(names.length)}]`;
const inventedName = sql`${pickSql(FIRST_NAMES, sql`id`)} || '_' || id`;
const inventedEmail = sql`'player' || id || '@copy.invalid'`;
/**
 * Replacements for names, email addresses and password hashes in an anonymized copy. The reserved domain receives no
 * mail.
 */
const INVENTED = {
  username: inventedName,
  email: inventedEmail,
  searchText: sql`'@' || lower(${inventedName}) || ${'\n'} || ${inventedEmail}`,
  firstName: pickSql(FIRST_NAMES, sql`id`),
  lastName: pickSql(LAST_NAMES, sql`id`),
  // A valid argon2id hash that belongs to no known password.
  passwordHash: sql`'$argon2id$v=19$m=19456,t=2,p=1$' || ${RANDOM_ID} || '$' || ${RANDOM_ID} || left(${RANDOM_ID}, 10) || 'A'`,
};

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    users: {
      retention: 'account',
      rows: (userId) => sql`id = ${userId}`,
      section: 'account',
      columns: {
        id: [{ retained: 'other players’ content refers to it' }, true],
        username: ['erased', true, INVENTED.username],
        username_key: ['erased', { omitted: 'it is the username in lower case' }],
        email: ['erased', true, INVENTED.email],
        pending_email: ['erased', true, NOTHING],
        search_text: ['erased', { omitted: 'it is the username and the email' }, INVENTED.searchText],
        first_name: ['erased', true, INVENTED.firstName],
        last_name: ['erased', true, INVENTED.lastName],
        password_hash: ['erased', { secret: 'it is the hash of a password' }, INVENTED.passwordHash],
        role: ['erased', true, 'unchanged'],
        avatar_url: ['erased', { as: 'profile.avatarUrl' }, NOTHING],
        status_message: ['erased', { as: 'profile.statusMessage' }],
        age: ['erased', { as: 'profile.age' }, NOTHING],
        sex: ['erased', { as: 'profile.sex' }, NOTHING],
        relationship_status: ['erased', { as: 'profile.relationshipStatus' }, NOTHING],
        ...mapProfileTextFields((name): DataPolicy => ['erased', { as: `profile.${name}` }]),
        consent_at: [{ retained: 'it proves the player’s consent' }, true],
        email_verified_at: ['erased', true],
        created_at: [{ retained: 'it shows how long the account existed' }, true],
        deleted_at: [
          { retained: 'it marks the account as deleted' },
          { omitted: 'it is empty until the account is deleted' },
        ],
        username_changed_at: ['erased', true],
        muted_until: ['erased', true],
        muted_by: ['erased', { omitted: 'staff are not named to players' }],
        mute_reason: ['erased', true],
        suspended_at: ['erased', true],
        suspended_until: ['erased', true],
        suspended_by: ['erased', { omitted: 'staff are not named to players' }],
        suspension_reason: ['erased', true],
        staff_since: ['erased', true],
      },
    },
    reserved_usernames: {
      retention: 'usernames',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        username: [{ retained: 'no username is issued twice' }, { exportedAs: 'account.earlierUsernames' }],
        user_id: ['erased', SELF],
        created_at: [{ retained: 'it does not identify the player' }, INTERNAL],
      },
    },
    username_suffixes: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        suffix: ['erased', { omitted: 'the username itself is in the export' }, 'unchanged'],
        user_id: ['erased', SELF],
      },
    },
    sessions: {
      retention: 'sessions',
      addresses: { address: 'created_at' },
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'sessions',
      columns: {
        id: ['erased', true],
        token_hash: ['erased', { secret: 'it is the hash of a token that signs the player in' }],
        user_id: ['erased', SELF],
        device: ['erased', true],
        address: ['erased', true],
        remember: ['erased', true],
        created_at: ['erased', true],
        last_used_at: ['erased', true],
        expires_at: ['erased', true],
        verified_at: ['erased', true],
        verified_by: ['erased', true],
      },
    },
    session_changes: {
      retention: 'technical',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        xid: [FOR_OTHER_NODES, INTERNAL],
        user_id: [FOR_OTHER_NODES, SELF],
        created_at: [FOR_OTHER_NODES, INTERNAL],
      },
    },
    email_tokens: {
      retention: 'emailLinks',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'email-links',
      columns: {
        token_hash: ['erased', { secret: 'it is the hash of a token that gives access to the account' }],
        user_id: ['erased', SELF],
        kind: ['erased', true],
        email: ['erased', true],
        passkey_id: ['erased', INTERNAL],
        expires_at: ['erased', true],
        created_at: ['erased', true],
      },
    },
    address_sanctions: {
      retention: 'sanctions',
      // SQL cannot select a player's rows, because it cannot compute the keyed hash that identifies an address.
      rows: () => sql`false`,
      notInCopy: ALL_ROWS,
      otherRows: 'active sanctions stay, so that they apply to a later account with the address',
      columns: {
        address_hash: [FOR_LATER_ACCOUNTS, { omitted: 'it is a keyed hash of the email in the export' }],
        muted_until: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        muted_by: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        mute_reason: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        suspended_at: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        suspended_until: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        suspended_by: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
        suspension_reason: [FOR_LATER_ACCOUNTS, COPY_OF_SANCTION],
      },
    },
    idempotency_keys: {
      retention: 'technical',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        user_id: ['erased', SELF],
        key: ['erased', FOR_ONE_DAY],
        route: ['erased', FOR_ONE_DAY],
        request_hash: ['erased', FOR_ONE_DAY],
        response: ['erased', FOR_ONE_DAY],
        created_at: ['erased', FOR_ONE_DAY],
      },
    },
  },
};
