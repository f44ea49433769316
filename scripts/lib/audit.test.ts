import { expect, test } from 'vitest';
import { evaluateAudit } from './audit.mjs';

const answer = (severities: Record<string, string>): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      Object.entries(severities).map(([name, severity]) => [name, { name, severity }]),
    ),
  });

test('the audit fails for a high or critical vulnerability', () => {
  expect(evaluateAudit(answer({ one: 'moderate', two: 'high', three: 'critical' }))).toEqual({
    passed: 0,
    failed: ['known vulnerabilities'],
    line: '✗ known vulnerabilities: two (high), three (critical); see npm run audit',
  });
});

test.each<Record<string, string>>([{}, { one: 'low', two: 'moderate' }])(
  'the audit passes without a high or critical vulnerability: %j',
  (severities) => {
    expect(evaluateAudit(answer(severities))).toEqual({
      passed: 1,
      failed: [],
      line: '✓ known vulnerabilities',
    });
  },
);

test.each([
  [
    '{"message":"405 Method Not Allowed - POST","statusCode":405,"error":{"summary":""}}',
    '405 Method Not Allowed - POST',
  ],
  [
    '{"error":{"code":"ENOLOCK","summary":"This command requires a lockfile"}}',
    'This command requires a lockfile',
  ],
  ['Error: spawn npm ENOENT', 'Error: spawn npm ENOENT'],
  ['null', 'null'],
  ['', 'no answer'],
])('the audit neither passes nor fails if npm returned no result: %s', (output, why) => {
  expect(evaluateAudit(output)).toEqual({
    passed: 0,
    failed: [],
    line: `– known vulnerabilities: the registry did not answer (${why})`,
  });
});
