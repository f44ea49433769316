declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of the link that opened the page. It survives a reload. */
    linkToken?: string;
  }
}

/** Replaces the token in the URL. */
export const HIDDEN_TOKEN = 'link';
