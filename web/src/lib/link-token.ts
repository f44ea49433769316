import { useLocation, useParams } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of the link that opened the page. It survives a reload. */
    linkToken?: string;
  }
}

/** Replaces the token in the URL. */
export const HIDDEN_TOKEN = 'link';

/** Return the token of the link that opened the page. */
export function useLinkToken(): string {
  const inState = useLocation({ select: ({ state }) => state.linkToken });
  const { token = HIDDEN_TOKEN } = useParams({ strict: false });
  return inState ?? token;
}
