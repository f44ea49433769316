import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { ROOT } from '../lib/paths.mjs';

type UnhandledError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

/** Return the path of the reporter's output for a run whose JSON report is at `report`. */
export const unhandledErrorsFile = (report: string): string => `${report}.errors`;

/**
 * Writes errors outside of tests (an unhandled rejection, a failed teardown) to a file beside the JSON
 * report, as a JSON array of texts. Vitest's own report omits them although they fail the run.
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

/** Return one line: the message, the running test if Vitest knows it, and the origin of the error. */
function textOf({ name, message, stack, ...details }: UnhandledError): string {
  const place = stack?.split('\n').find((line) => line.includes(ROOT) && !line.includes('node_modules'));
  const test = details.VITEST_TEST_PATH ?? '';
  return [`${name ?? 'Error'}: ${message.split('\n')[0]}`, place?.trim() ?? '', test]
    .filter(Boolean)
    .join(' · ');
}
