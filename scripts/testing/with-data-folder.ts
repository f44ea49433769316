import type { TestProject } from 'vitest/node';
import { dataFolderTemplate } from './data-folder-template.ts';
import { deleteLeftoverFolders } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    madeFolder: string;
  }
}

/** Provide a data folder to copy to a project of the test run, as `inject('madeFolder')`. */
export default async function setup(project: TestProject): Promise<void> {
  deleteLeftoverFolders();
  project.provide('madeFolder', await dataFolderTemplate());
}
