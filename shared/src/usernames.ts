/** Letters, digits and underscores, with single dots and hyphens between them. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/;

/** Return a username as a person may type it (with an @, spaces or full-width letters) as the database compares it. */
export const usernameKey = (typed: string): string =>
  typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();

/** Names that players could mistake for the site or its staff. */
const RESERVED_NAMES = [
  'admin',
  'administrator',
  'moderator',
  'moderation',
  'support',
  'helpdesk',
  'system',
  'rivalhold',
  'staff',
  'official',
  'security',
  'webmaster',
  'postmaster',
  'hostmaster',
  'root',
  'owner',
  'operator',
  'sysadmin',
  'superuser',
  'noreply',
  'mailerdaemon',
  'lobbybot',
  'gamemaster',
  'admins',
  'mods',
  'moderators',
  'adminteam',
  'supportteam',
  'everyone',
  'anonymous',
  'deleted',
  'deleteduser',
  'undefined',
  'null',
];

/** Return what is left of a name once separators, case and characters that look alike are ignored. */
const skeleton = (username: string): string =>
  username
    .toLowerCase()
    .replaceAll(/[_.-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const RESERVED_SKELETONS: ReadonlySet<string> = new Set(RESERVED_NAMES.map(skeleton));

/**
 * Report whether a username is, or looks like, a name that only the site itself may use, such a name with a number, or
 * begins with the site's name.
 */
export const isReservedUsername = (username: string): boolean =>
  [username, username.replace(/[_.\d-]+$/, '')].some((name) => RESERVED_SKELETONS.has(skeleton(name))) ||
  skeleton(username).startsWith(skeleton('rivalhold'));
