import type { TestProject } from 'vitest/node';
import { dataFolderTemplate } from './data-folder-template.ts';
import { deleteLeftoverFolders } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateFolder: string;
  }
}

/** Create a data folder that tests can copy. Tests get its path from `inject('templateFolder')`. */
export default async function setup(project: TestProject): Promise<void> {
  deleteLeftoverFolders();
  project.provide('templateFolder', await dataFolderTemplate());
}
