import { spawnSync } from 'node:child_process';

type ResourceUsage = { at: number; cpu: number; database: number; memory: number; lag: number };
/**
 * Of the site at `url`: seconds of processor that the server and PostgreSQL have used, memory of the server in bytes, lag
 * of its loop in s, and when.
 */
export async function measureUsage(url: string): Promise<ResourceUsage> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    at: performance.now() / 1_000,
    cpu: figure('process_cpu_seconds_total'),
    database: databaseCpuSeconds(),
    memory: figure('process_resident_memory_bytes'),
    lag: figure('nodejs_eventloop_lag_p99_seconds'),
  };
}

/** Of all that PostgreSQL runs on this machine; NaN where the system does not tell. */
function databaseCpuSeconds(): number {
  const { stdout } = spawnSync('sh', ['-c', 'cat /proc/[0-9]*/stat 2>/dev/null'], { encoding: 'utf8' });
  const own = stdout.split('\n').filter((line) => line.includes('(postgres)'));
  // By proc(5): user and system time, own and of processes that have ended beneath it, in hundredths of a second.
  const seconds = own.map((line) => {
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
  });
  return seconds.length > 0 ? seconds.reduce((sum, one) => sum + one, 0) : Number.NaN;
}
