/** Return the draft after a failed post: the failed text, followed by the text that was written in the meantime. */
export const restoredDraft = (failed: string, current: string): string =>
  current.trim() === '' ? failed : `${failed}\n${current}`;
