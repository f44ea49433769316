import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { ROOT } from '../lib/paths.mjs';

type UnhandledError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

/** Where the reporter writes for a run whose JSON report is at `report`. */
export const unhandledErrorsFile = (report: string): string => `${report}.errors`;

/**
 * Writes the errors that belong to no test (a promise that nobody waits for, a teardown that fails) to a file beside
 * the JSON report, as a JSON array of texts. Vitest's own report leaves them out although they fail the run.
 */
export default class UnhandledErrorsReporter implements Reporter {
  #vitest?: Vitest;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly UnhandledError[]): void {
    const { outputFile } = this.#vitest?.config ?? {};
    if (typeof outputFile !== 'object' || outputFile.json === undefined) return;
    writeFileSync(unhandledErrorsFile(outputFile.json), JSON.stringify(errors.map(textOf)));
  }
}

/** One line: the message, the test that was running if Vitest knows it, and where the error was made. */
function textOf({ name, message, stack, ...details }: UnhandledError): string {
  const place = stack?.split('\n').find((line) => line.includes(ROOT) && !line.includes('node_modules'));
  const test = details.VITEST_TEST_PATH ?? '';
  return [`${name ?? 'Error'}: ${message.split('\n')[0]}`, place?.trim() ?? '', test]
    .filter(Boolean)
    .join(' · ');
}
