/** The process in which a command runs. */
type RunsIn =
  /** In the running server, or in this process if no server listens on the socket in `DATA_DIR`. */
  | 'site'
  /**
   * With PostgreSQL, in this process. With the embedded database, in the running server if there is one, because only
   * one process can use the database.
   */
  | 'database'
  /** In this process. No server is allowed to run. */
  | 'stopped'
  /** In this process. The command needs no site. */
  | 'none';

/**
 * A command of the operator tool. The usage text is built from these values, and a test compares the table in
 * docs/operations.md with them.
 */
type Command = {
  /** The first words of the command line. */
  name: string;
  /** The remaining words: variables in capitals, choices separated by `|`, optional words in brackets. */
  args: string;
  summary: string;
  runs: RunsIn;
};

export const COMMANDS = [
  {
    name: 'status',
    args: '',
    summary: 'show the version, the database, and whether read-only mode is on',
    runs: 'site',
  },
  {
    name: 'user role',
    args: 'NAME player|moderator|admin',
    summary: 'set the role of a player',
    runs: 'site',
  },
  {
    name: 'user coins',
    args: 'NAME AMOUNT REASON [--once=KEY]',
    summary:
      'add coins to a balance, or deduct them if AMOUNT is negative. Repeating this with the same KEY changes nothing',
    runs: 'site',
  },
  {
    name: 'user reset-password',
    args: 'NAME [--print]',
    summary: 'mail a player a link to choose a new password, or print the link',
    runs: 'site',
  },
  { name: 'user end-sessions', args: 'NAME', summary: 'log a player out everywhere', runs: 'site' },
  {
    name: 'user remove-factors',
    args: 'NAME',
    summary:
      'remove all passkeys, the authenticator app and the recovery codes of a player, and mail the player',
    runs: 'site',
  },
  {
    name: 'user suspend',
    args: 'NAME DAYS|permanent REASON',
    summary: 'suspend an account, and mail the player the reason',
    runs: 'site',
  },
  { name: 'user unsuspend', args: 'NAME', summary: 'end a suspension', runs: 'site' },
  {
    name: 'media purge-player',
    args: 'NAME REASON',
    summary:
      'delete all files of a player for good, including all copies in reports, exports and removed content. Fail if files are left',
    runs: 'site',
  },
  {
    name: 'media purge-file',
    args: 'URL REASON',
    summary:
      "delete one file (by its address or key) for good, including its copies in reports and its owner's exports. Fail if files are left",
    runs: 'site',
  },
  { name: 'jobs list', args: '[NAME]', summary: 'list waiting, running and failed jobs', runs: 'site' },
  {
    name: 'jobs retry',
    args: 'ID|NAME',
    summary: 'run a failed or waiting job now, or all failed and waiting jobs with a name',
    runs: 'site',
  },
  {
    name: 'jobs drop',
    args: 'ID|NAME',
    summary: 'delete a failed or waiting job, or all failed and waiting jobs with a name',
    runs: 'site',
  },
  {
    name: 'read-only on',
    args: '[REASON]',
    summary: 'answer all changes by players with 503, and show a banner with the reason',
    runs: 'site',
  },
  { name: 'read-only off', args: '', summary: 'allow changes again', runs: 'site' },
  {
    name: 'ledger verify',
    args: '',
    summary: 'compute every balance from the ledger. Fail if a balance differs or the ledger is empty',
    runs: 'site',
  },
  {
    name: 'ratings verify',
    args: '',
    summary: 'recompute every rating from the ranked fights. Fail if a rating or a rating change differs',
    runs: 'site',
  },
  {
    name: 'backup',
    args: 'FOLDER [--without-files]',
    summary: 'write a snapshot of the site to a new folder',
    runs: 'database',
  },
  {
    name: 'verify-backup',
    args: 'FOLDER',
    summary:
      'verify all checksums of a backup. Fail if it has no players, or if a backup with files has none',
    runs: 'none',
  },
  {
    name: 'restore',
    args: 'FOLDER [--use-existing-files]',
    summary:
      'restore a backup into an empty site. If this fails, the site stays empty. --use-existing-files allows files in the file store. Those with the same key are overwritten. Pictures that the backup does not refer to are deleted later',
    runs: 'stopped',
  },
  {
    name: 'anonymize',
    args: 'HOST',
    summary:
      'replace all personal data of a restored copy. HOST is the hostname in its PUBLIC_URL, with the port if there is one',
    runs: 'stopped',
  },
  {
    name: 'migrate-to',
    args: '[DATABASE_URL]',
    summary:
      'copy the embedded database to an empty PostgreSQL database. The default is the variable MIGRATE_TO_URL',
    runs: 'stopped',
  },
] as const satisfies readonly Command[];

export type AnyCommand = (typeof COMMANDS)[number];
export type CommandName<R extends RunsIn> = Extract<AnyCommand, { runs: R }>['name'];

/** The prefix of every command line. */
const TOOL = 'npm run rivalhold --';

/** Return the usage of a command: its name and arguments. */
export const usageOf = ({ name, args }: Pick<Command, 'name' | 'args'>): string =>
  args ? `${name} ${args}` : name;

const WIDTH = 34;

/** The usage of all commands. */
export const USAGE = [
  `${TOOL} <command> [--json]`,
  '',
  ...COMMANDS.map((command: Command) => {
    const usage = usageOf(command);
    const gap = usage.length > WIDTH ? `\n${' '.repeat(WIDTH + 4)}` : ' '.repeat(WIDTH + 2 - usage.length);
    return `  ${usage}${gap}${command.summary}`;
  }),
].join('\n');

/** Return the usage message for a command that was called with invalid arguments. */
export const wrongUsage = (command: Pick<Command, 'name' | 'args'>): string =>
  `Usage: ${TOOL} ${usageOf(command)}`;

/** Split a command line into the command and the words after it. Return null for an unknown command. */
export function parseCommandLine(
  words: readonly string[],
): { command: AnyCommand; args: readonly string[] } | null {
  for (const command of COMMANDS) {
    const name = command.name.split(' ');
    if (name.every((word, n) => words[n] === word)) return { command, args: words.slice(name.length) };
  }
  return null;
}

/** Return the command with the given name. */
export function commandNamed(name: AnyCommand['name']): AnyCommand {
  return COMMANDS.find((command) => command.name === name) as AnyCommand;
}

/** The site that a command acts on. */
export type SiteDescription = {
  url: string;
  /** The database URL without its password and parameters, or `embedded` for the embedded database. */
  database: string;
  dataDir: string;
  /** Whether the command runs in the running server. */
  server: 'running' | 'not running';
};

/** The output of a command: text for people, and values for scripts. */
export type Outcome = { text: string; result: object };
/**
 * The error of a command. `code` is an error code of the API. `result` contains the values of an incomplete purge, or
 * of a verification that found differences.
 */
export type Failure = { code: string; message: string; result?: object };
export type OperatorResponse = ({ ok: true } & Outcome) | ({ ok: false } & Failure);
