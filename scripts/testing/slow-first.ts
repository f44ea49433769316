import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests wait for processes or make worlds: were one of them begun last, all else would wait for it. */
const SLOW_FILES =
  /\/(main|large|messages|world|pictures|presence|operator|private-folder|data-dir|nodes|feel|reach)\.test\.ts$/;
const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW_FILES.test(moduleId);

/** Begins with the slow ones, and goes on as Vitest would. */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
