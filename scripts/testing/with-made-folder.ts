import type { TestProject } from 'vitest/node';
import { madeFolder } from './made-folder.ts';
import { forgetScratch } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    madeFolder: string;
  }
}

/** Gives a project of the test run a data folder to copy, by `inject('madeFolder')`. */
export default async function setup(project: TestProject): Promise<void> {
  forgetScratch();
  project.provide('madeFolder', await madeFolder());
}
