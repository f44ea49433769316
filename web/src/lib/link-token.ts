declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of the link that opened the page. The history state keeps it across reloads. */
    linkToken?: string;
  }
}

/** Placeholder that replaces the token in the URL; see `hideToken`. */
export const HIDDEN_TOKEN = 'link';
