declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of the link that opened the page. The history state keeps it across reloads. */
    linkToken?: string;
  }
}

/** Replaces the token in the URL. */
export const HIDDEN_TOKEN = 'link';
