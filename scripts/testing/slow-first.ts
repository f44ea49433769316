import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
/**
 * The slowest test files, slowest first. They are started first. If a slow file were started last, the whole run would
 * have to wait for it.
 */
export const SLOW_FILES = [
  'server/src/tests/presence.test.ts',
  'server/src/tests/failures/service-failures.test.ts',
  'server/src/main.test.ts',
  'server/src/platform/media/decoder.test.ts',
  'server/src/tests/security/slow-clients.test.ts',
  'server/src/tests/security/upload-attacks.test.ts',
  'server/src/tests/large-tables.test.ts',
  'server/src/demo/small-world.test.ts',
  'server/src/demo/prepared-world.test.ts',
  'server/src/features/combat/races.test.ts',
  'server/src/operator/backup/copy-database.test.ts',
  'server/src/operator/backup/backup.test.ts',
  'server/src/operator/backup/timeouts.test.ts',
  'server/src/tests/shutdown.test.ts',
  'server/src/tests/fight-kills.test.ts',
  'server/src/tests/outages.test.ts',
  'server/src/tests/messages.test.ts',
];

/** Return the position of a file in `SLOW_FILES`. For any other file, return a position after all of them. */
const rank = ({ moduleId }: TestSpecification): number => {
  const index = SLOW_FILES.indexOf(relative(ROOT, moduleId));
  return index === -1 ? SLOW_FILES.length : index;
};

/** Starts the slow files first, and then the other files in Vitest's order. */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
