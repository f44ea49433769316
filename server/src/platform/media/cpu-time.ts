import { readFileSync } from 'node:fs';

/** Linux reports CPU time in ticks of 10 ms. */
const TICK_MS = 10;

/**
 * Return the CPU time in ms that all threads of a process have used. Return null if the process is not
 * running, or if the system has no `/proc`.
 */
export function cpuTimeOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name in parentheses can contain spaces. User time and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
