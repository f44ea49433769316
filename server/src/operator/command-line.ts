import path from 'node:path';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { operatorSocketPath } from '../platform/db/data-dir.ts';
import { sendCommand } from './client.ts';
import {
  type AnyCommand,
  type OperatorResponse,
  parseCommandLine,
  type SiteDescription,
  USAGE,
} from './commands.ts';
import { describeSite, siteLine } from './site-description.ts';

const JSON_FLAG = '--json';
/** Commands that create a site. For them, `DATA_DIR` can be an empty folder. */
const CREATES_SITE: readonly AnyCommand['name'][] = ['restore'];

type Line = { command: AnyCommand; args: readonly string[] };
type Env = Record<string, string | undefined>;
/** Functions that print text: `log` prints a response, and `error` prints an error or a line about the site. */
export type Output = { log(line: string): void; error(line: unknown): void };

/**
 * Run a command in this process, because no server on this machine responded, or because the command does not run in a
 * server. Meanwhile, nodes that use Redis can run on other machines. The code of the commands is imported only when
 * this function is called. Usually the server runs the command, and this process does not need that code.
 */
async function runHere({ command, args }: Line, output: Output, config?: Config): Promise<OperatorResponse> {
  const { toFailure } = await import('./failures.ts');
  const { runDataCommand, runVerifyBackup } = await import('./data-commands.ts');
  try {
    if (command.runs === 'none' || !config) return { ok: true, ...(await runVerifyBackup(args)) };
    if (command.runs !== 'site') return { ok: true, ...(await runDataCommand(command.name, config, args)) };
    const { buildApp } = await import('../app.ts');
    const { openExistingSite } = await import('./existing-site.ts');
    const { createLog } = await import('../platform/observability/log.ts');
    const { runSiteCommand } = await import('./site-commands.ts');
    const app = await buildApp({ ...config, seed: 'none' }, await openExistingSite(config), {
      log: createLog('warn', process.stderr),
      schedule: false,
    });
    const words = [...command.name.split(' '), ...args];
    return { ok: true, ...(await runSiteCommand(app.site, words).finally(() => app.close())) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null) output.error(error);
    return { ok: false, ...(failure ?? { code: 'internal', message: String(error) }) };
  }
}

/**
 * Run a command in the running server if possible, and otherwise in this process.
 * @param onSite called with the site before the command runs
 */
async function run(
  line: Line,
  env: Env,
  output: Output,
  onSite: (site: SiteDescription) => void,
): Promise<OperatorResponse> {
  const { command } = line;
  if (command.runs === 'none') return runHere(line, output);
  const createsSite = CREATES_SITE.includes(command.name);
  const config = readConfig(env, { createsSite });
  const usesServer = command.runs === 'site' || (command.runs === 'database' && config.databaseUrl === null);
  const answered = usesServer
    ? await sendCommand(
        operatorSocketPath(config.dataDir),
        [...command.name.split(' '), ...line.args],
        onSite,
        // Without DATABASE_URL, accept any database that the server uses, because DATABASE_URL might be set only in the
        // server's environment.
        config.databaseUrl === null ? undefined : describeSite(config, 'running').database,
      )
    : null;
  if (answered) return answered;
  onSite(describeSite(config, 'not running'));
  return runHere(line, output, config);
}

/**
 * Return the command line with an absolute folder, because the server's working directory is different. If `migrate-to`
 * has no URL, use the variable MIGRATE_TO_URL. Operators can use it to keep the URL secret, because other users of the
 * machine can see arguments but not variables.
 */
function withAbsolutePath({ command, args }: Line, { INIT_CWD, MIGRATE_TO_URL }: Env): Line {
  const [value, ...rest] = args;
  if (command.name === 'migrate-to' && !value && MIGRATE_TO_URL) return { command, args: [MIGRATE_TO_URL] };
  if (!value || value.startsWith('-') || !command.args.startsWith('FOLDER')) return { command, args };
  return { command, args: [path.resolve(INIT_CWD ?? process.cwd(), value), ...rest] };
}

/** Return the response as one line of JSON. */
function toJson(response: OperatorResponse, line: Line | null, site: SiteDescription | null): string {
  const outcome = response.ok
    ? { result: response.result }
    : {
        error: { code: response.code, message: response.message },
        ...('result' in response && { result: response.result }),
      };
  return JSON.stringify({ ok: response.ok, command: line?.command.name ?? null, site, ...outcome });
}

/**
 * Run the operator tool with its arguments and environment. Print the response, as one JSON line with `--json`, and
 * return the exit code.
 */
export async function runCommandLine(args: readonly string[], env: Env, output: Output): Promise<number> {
  const line = parseCommandLine(args.filter((word) => word !== JSON_FLAG));
  let site: SiteDescription | null = null;
  const respond = async (): Promise<OperatorResponse> => {
    if (!line) return { ok: false, code: 'invalid', message: USAGE };
    try {
      return await run(withAbsolutePath(line, env), env, output, (described) => {
        site = described;
        output.error(siteLine(described));
      });
    } catch (error) {
      const code = error instanceof ConfigError ? 'invalid' : 'internal';
      return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
    }
  };
  const response = await respond();
  if (args.includes(JSON_FLAG)) output.log(toJson(response, line, site));
  else if (response.ok) output.log(response.text);
  else output.error(response.message);
  return response.ok ? 0 : 1;
}
