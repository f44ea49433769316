import path from 'node:path';
import { sendCommand } from './operator/client.ts';
import {
  type AnyCommand,
  type OperatorResponse,
  parseCommandLine,
  type SiteDescription,
  USAGE,
} from './operator/commands.ts';
import { describeSite, siteLine } from './operator/site-description.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { operatorSocketPath } from './platform/db/data-dir.ts';

const JSON_FLAG = '--json';
/** Commands that create a site. For them, `DATA_DIR` can be an empty folder. */
const CREATES_SITE: readonly AnyCommand['name'][] = ['restore'];

type Line = { command: AnyCommand; args: readonly string[] };

/**
 * Run a command in this process, because no server responded, or because the command does not run in a server. Nodes of
 * the site on other machines can keep running if they use Redis. Import the code of the commands only here, because
 * most commands run in the running server, so this process does not need it.
 */
async function runHere({ command, args }: Line, config?: Config): Promise<OperatorResponse> {
  const { toFailure } = await import('./operator/failures.ts');
  const { runDataCommand, runVerifyBackup } = await import('./operator/data-commands.ts');
  try {
    if (command.runs === 'none' || !config) return { ok: true, ...(await runVerifyBackup(args)) };
    if (command.runs !== 'site') return { ok: true, ...(await runDataCommand(command.name, config, args)) };
    const { buildApp } = await import('./app.ts');
    const { openExistingSite } = await import('./operator/existing-site.ts');
    const { createLog } = await import('./platform/observability/log.ts');
    const { runSiteCommand } = await import('./operator/site-commands.ts');
    const app = await buildApp({ ...config, seed: 'none' }, await openExistingSite(config), {
      log: createLog('warn', process.stderr),
      schedule: false,
    });
    const words = [...command.name.split(' '), ...args];
    return { ok: true, ...(await runSiteCommand(app.site, words).finally(() => app.close())) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null) console.error(error);
    return { ok: false, ...(failure ?? { code: 'internal', message: String(error) }) };
  }
}

/**
 * Run a command in the running server if possible, and otherwise in this process.
 * @param onSite called with the site before the command runs
 */
async function run(line: Line, onSite: (site: SiteDescription) => void): Promise<OperatorResponse> {
  const { command } = line;
  if (command.runs === 'none') return runHere(line);
  const createsSite = CREATES_SITE.includes(command.name);
  const config = readConfig(process.env, { createsSite });
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
  return runHere(line, config);
}

/**
 * Return the command line with an absolute folder, because the server's working directory is different. If `migrate-to`
 * has no URL, use MIGRATE_TO_URL, with which the operator can keep the URL secret: other users of the machine can see
 * arguments but not the environment.
 */
function withAbsolutePath({ command, args }: Line): Line {
  const { INIT_CWD, MIGRATE_TO_URL } = process.env;
  const [value, ...rest] = args;
  if (command.name === 'migrate-to' && !value && MIGRATE_TO_URL) return { command, args: [MIGRATE_TO_URL] };
  if (!value || value.startsWith('-') || !command.args.startsWith('FOLDER')) return { command, args };
  return { command, args: [path.resolve(INIT_CWD ?? process.cwd(), value), ...rest] };
}

/** Print the response, as one JSON line with `--json`, and end the process. */
function finish(response: OperatorResponse, { isJson, line, site }: Context): never {
  if (isJson) {
    const { ok, ...rest } = response;
    const outcome = response.ok
      ? { result: response.result }
      : {
          error: { code: response.code, message: response.message },
          ...('result' in rest && { result: rest.result }),
        };
    console.log(JSON.stringify({ ok, command: line?.command.name ?? null, site, ...outcome }));
  } else if (response.ok) console.log(response.text);
  else console.error(response.message);
  process.exit(response.ok ? 0 : 1);
}

type Context = { isJson: boolean; line: Line | null; site: SiteDescription | null };

const words = process.argv.slice(2).filter((word) => word !== JSON_FLAG);
const isJson = process.argv.includes(JSON_FLAG);
const line = parseCommandLine(words);
const context: Context = { isJson, line: line && withAbsolutePath(line), site: null };
if (!context.line) finish({ ok: false, code: 'invalid', message: USAGE }, context);
try {
  const response = await run(context.line, (site) => {
    context.site = site;
    console.error(siteLine(site));
  });
  finish(response, context);
} catch (error) {
  const code = error instanceof ConfigError ? 'invalid' : 'internal';
  finish({ ok: false, code, message: error instanceof Error ? error.message : String(error) }, context);
}
