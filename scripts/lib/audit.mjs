import { capture } from './run.mjs';

const FAILING_SEVERITIES = ['high', 'critical'];
/** Use no retries and a short timeout, so that a run without a network does not wait long for the registry. */
const ARGS = ['audit', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=20000'];

/** @typedef {{ passed: number, failed: string[], line: string }} AuditResult */

/**
 * Evaluate the output of `npm audit --json`. A vulnerability of high or critical severity counts as a failure. If the
 * output has no result, for example without a network, the check counts as neither passed nor failed.
 * @param {string} output
 * @returns {AuditResult}
 */
export function evaluateAudit(output) {
  const { vulnerabilities, message, error } = parsed(output);
  if (!vulnerabilities || error) {
    const [why] = (message || error?.summary || output.trim() || 'no answer').split('\n');
    return { passed: 0, failed: [], line: `– known vulnerabilities: the registry did not answer (${why})` };
  }
  const found = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => FAILING_SEVERITIES.includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
  if (found.length === 0) return { passed: 1, failed: [], line: '✓ known vulnerabilities' };
  const line = `✗ known vulnerabilities: ${found.join(', ')}; see npm run audit`;
  return { passed: 0, failed: ['known vulnerabilities'], line };
}

/**
 * @param {string} output
 * @returns {{ vulnerabilities?: Record<string, { severity: string }>, message?: string, error?: { summary?: string } }}
 */
function parsed(output) {
  try {
    return JSON.parse(output) ?? {};
  } catch {
    return {};
  }
}

/**
 * Check the packages for known vulnerabilities, and print the result in one line. Return the number of passed checks
 * (0 or 1) and the names of failed checks.
 */
export async function runAudit() {
  const { output } = await capture('npm', ARGS).catch((error) => ({ output: String(error) }));
  const { passed, failed, line } = evaluateAudit(output);
  console.log(line);
  return { passed, failed };
}
