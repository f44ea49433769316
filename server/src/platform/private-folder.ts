import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that only the server's own user can enter, and closes one that was left open: the embedded database
 * writes its files for everybody to read, and mail holds links that open accounts.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Somebody else's folder, lent to us: whose it is decides who may enter.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
