import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { ROOT } from '../lib/paths.mjs';

type UnhandledError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

/** Return the path of this reporter's output for a run whose JSON report has the path `report`. */
export const unhandledErrorsFile = (report: string): string => `${report}.errors`;

/**
 * Writes errors outside tests, such as an unhandled rejection or a failed teardown, to a file next to the JSON report.
 * The file is a JSON array of texts. Vitest's own report omits these errors, although they make the run fail.
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

/** Describe an error on one line: its message, its origin and, if Vitest knows it, the file that was running. */
function textOf({ name, message, stack, ...details }: UnhandledError): string {
  const place = stack?.split('\n').find((line) => line.includes(ROOT) && !line.includes('node_modules'));
  const test = details.VITEST_TEST_PATH ?? '';
  return [`${name ?? 'Error'}: ${message.split('\n')[0]}`, place?.trim() ?? '', test]
    .filter(Boolean)
    .join(' · ');
}
