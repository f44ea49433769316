/** Return the draft after a failed post: the failed text, then the text written in the meantime. */
export const restoredDraft = (failed: string, current: string): string =>
  current.trim() === '' ? failed : `${failed}\n${current}`;
