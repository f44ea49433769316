import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NODE, ROOT } from '../lib/paths.mjs';
import { DEPLOY } from './proxy.ts';
import { installSystemPackages, which } from './system.ts';

const TOOLS = ['buildah', 'podman', 'runc', 'catatonit', 'mmdebstrap'];
/**
 * Certificates of this machine. The build uses them, because a proxy in front of a package registry can have its own
 * certificate.
 */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Return the path of Podman. If necessary, first install the tools that build and run the image. Return null if they
 * cannot be installed, or if this process is not root.
 */
export function ensureImageTools(): string | null {
  if (process.getuid?.() !== 0) return null;
  const hasTools = () => TOOLS.every((tool) => which(tool) !== null);
  return hasTools() || (installSystemPackages(TOOLS) && hasTools()) ? which('podman') : null;
}

/**
 * Run a command, and return its output.
 * @throws Error with the output if the command fails
 */
function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0)
    throw error ?? new Error(`${command} ${args.join(' ')}:\n${`${stdout}${stderr}`.slice(-4_000)}`);
  return stdout.trim();
}

/**
 * Container images in a temporary folder, separate from the images of this machine. `podman` runs a Podman command and
 * returns its output. `remove` deletes all containers and images.
 */
export type ImageStore = { podman: (...args: string[]) => string; remove: () => void };

/**
 * Build the image from the unmodified Dockerfile as `rivalhold:test`. The base image is not downloaded.
 * Instead, create it from Debian packages, the project's Node and this machine's npm.
 */
export function buildImage(): ImageStore {
  const folder = mkdtempSync(join(tmpdir(), 'rivalhold-image-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) => run('buildah', [...storage, ...args]);
  const podman = (...args: string[]) => run('podman', [...storage, '--runtime', 'runc', ...args]);
  const remove = () => {
    spawnSync('podman', [...storage, '--runtime', 'runc', 'rm', '--all', '--force', '--time', '0']);
    spawnSync('buildah', [...storage, 'rm', '--all']);
    spawnSync('buildah', [...storage, 'rmi', '--all', '--force']);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    createBaseImage(buildah, folder);
    buildah(
      ...['build', '--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker'],
      ...['--file', join(DEPLOY, 'Dockerfile'), '--tag', 'rivalhold:test', ROOT],
    );
    return { podman, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Create the image that the Dockerfile begins with: a minimal Debian with Node, npm and the user `node`. */
function createBaseImage(buildah: (...args: string[]) => string, folder: string): void {
  const [, image = '', suite = ''] =
    /^FROM (node:\S+-(\w+)-slim)/m.exec(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')) ?? [];
  const debian = join(folder, 'debian.tar');
  run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', suite, debian]);
  const container = buildah('from', 'scratch');
  buildah('add', container, debian, '/');
  rmSync(debian);

  const local = join(folder, 'usr-local');
  const npm = dirname(dirname(realpathSync(which('npm') ?? '')));
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(NODE, join(local, 'bin/node'), { dereference: true });
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  buildah('copy', container, local, '/usr/local');
  const execute = (...args: string[]) => buildah('run', '--isolation', 'chroot', container, '--', ...args);
  execute('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  execute('useradd', '--uid', '1000', '--create-home', 'node');
  if (existsSync(CERTIFICATES)) {
    buildah('copy', container, CERTIFICATES, CERTIFICATES);
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  }
  buildah('commit', '--rm', container, image);
}
