/**
 * `npm run release -- FOLDER` creates a release. The folder contains the server, the built client, Node, and the
 * packages that the server needs. The server runs from this folder without installing or building anything.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepare } from './lib/client.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { capture, fail, printStatus } from './lib/run.mjs';

const CONTENTS = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  'shared',
  'server',
  'web/package.json',
  'web/dist',
];
const EXCLUDED = /[/\\](node_modules|testing|tests|testing\.ts|[^/\\]+\.test\.ts)$/;

const [name] = process.argv.slice(2);
if (name === undefined) fail('usage: npm run release -- FOLDER');
const folder = resolve(process.env.INIT_CWD ?? '', name);
if (existsSync(folder)) fail(`${folder} exists`);

await prepare();
process.umask(0o022);
const partial = `${folder}.partial`;
rmSync(partial, { recursive: true, force: true });
for (const path of CONTENTS)
  cpSync(join(ROOT, path), join(partial, path), {
    recursive: true,
    filter: (source) => !EXCLUDED.test(source.slice(ROOT.length)),
  });
mkdirSync(join(partial, 'bin'));
cpSync(NODE, join(partial, 'bin', 'node'), { dereference: true });
const workspaces = ['--workspace', 'shared', '--workspace', 'server'];
const npm = ['ci', '--prefix', partial, '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
const { code, output } = await capture('npm', [...npm, ...workspaces], { cwd: partial });
if (code !== 0) fail(`installing the packages failed:\n${output}`);
renameSync(partial, folder);
printStatus(`created the release ${folder}`);
