import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../lib/paths.mjs';
import { extractSystemPackage, which } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Return the path of promtool, which checks and tests Prometheus rules. If it is missing, extract it from Debian's
 * package into the cache folder, because installing the package would also start Prometheus. Return null if the
 * package cannot be downloaded.
 */
export function ensurePromtool(): string | null {
  const cached = join(CACHE, 'promtool');
  const found = which('promtool') ?? (existsSync(cached) ? cached : null);
  if (found !== null) return found;
  const folder = temporaryFolder();
  try {
    if (!extractSystemPackage('prometheus', folder)) return null;
    mkdirSync(CACHE, { recursive: true });
    copyFileSync(join(folder, 'usr/bin/promtool'), cached);
    chmodSync(cached, 0o755);
    return cached;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
