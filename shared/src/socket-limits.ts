/**
 * Limits of live connections. `perPlayer` is the maximum number of open sockets of a player on one node. These limits
 * are separate from the others, because pages for guests load them.
 */
export const SOCKET_LIMITS = {
  perPlayer: 20,
  reconnectMinMs: 500,
  reconnectMaxMs: 3_000,
  timeoutMs: 10_000,
  firstConnectMs: 1_000,
} as const;
