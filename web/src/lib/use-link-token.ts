import { useLocation, useParams } from '@tanstack/react-router';
import { HIDDEN_TOKEN } from './link-token.ts';

/** Return the token of the link that opened the page. */
export function useLinkToken(): string {
  const inState = useLocation({ select: ({ state }) => state.linkToken });
  const { token = HIDDEN_TOKEN } = useParams({ strict: false });
  return inState ?? token;
}
