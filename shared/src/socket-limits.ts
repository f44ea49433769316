/**
 * Limits of live connections. `perPlayer` is the maximum number of open sockets of a player on one node.
 * These limits are in their own file, so that pages for guests need not load limits.ts.
 */
export const SOCKET_LIMITS = {
  perPlayer: 20,
  reconnectMinMs: 500,
  reconnectMaxMs: 3_000,
  timeoutMs: 10_000,
  firstConnectMs: 1_000,
} as const;
