import { capture } from './run.mjs';

const FAILING_SEVERITIES = ['high', 'critical'];
/** A registry that says nothing is given up soon: whoever is offline has all else to wait for. */
const ARGS = ['audit', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=20000'];

/** @typedef {{ passed: number, failed: string[], line: string }} Judged */

/**
 * What an answer of `npm audit --json` comes to: packages with a high vulnerability fail; where nobody was asked, nothing
 * is counted.
 * @param {string} output
 * @returns {Judged}
 */
export function evaluateAudit(output) {
  const { vulnerabilities, message, error } = parsed(output);
  if (!vulnerabilities || error) {
    const [why] = (message || error?.summary || output.trim() || 'no answer').split('\n');
    return { passed: 0, failed: [], line: `– known vulnerabilities: the registry was not asked (${why})` };
  }
  const found = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => FAILING_SEVERITIES.includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
  if (found.length === 0) return { passed: 1, failed: [], line: '✓ known vulnerabilities' };
  const line = `✗ known vulnerabilities: ${found.join(', ')}; npm run audit says more`;
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

/** Asks the registry which packages have a known vulnerability, and prints in one line what that came to. */
export async function runAudit() {
  const { output } = await capture('npm', ARGS).catch((error) => ({ output: String(error) }));
  const { passed, failed, line } = evaluateAudit(output);
  console.log(line);
  return { passed, failed };
}
