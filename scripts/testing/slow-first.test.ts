import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { SLOW_FILES } from './slow-first.ts';

test.each(SLOW_FILES)('the slow test file %s exists', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});
