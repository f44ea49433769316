/** Letters, digits and underscores, with single dots and hyphens between them. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/;

/** Normalize a typed username (with an @, spaces or full-width letters) to the form that the database compares. */
export const usernameKey = (typed: string): string =>
  typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();

/** Names that players could mistake for the site, its staff or a placeholder, such as `deleted`. */
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

/** Reduce a name to a form in which separators, case and look-alike characters make no difference. */
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
 * Report whether a username is reserved. Reserved names are names that only the site itself can use, names that look
 * like them (even with an added number), and names that begin with the site's name.
 */
export const isReservedUsername = (username: string): boolean =>
  [username, username.replace(/[_.\d-]+$/, '')].some((name) => RESERVED_SKELETONS.has(skeleton(name))) ||
  skeleton(username).startsWith(skeleton('rivalhold'));
