import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Create a folder that only the server's operating system user can access. If the folder exists, change its
 * permissions. The folder protects files of the embedded database, which every user of the machine could read
 * otherwise, and emails, which can contain links that give access to accounts.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // If the folder belongs to another user, leave its permissions unchanged.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
