/**
 * Of sockets, in ms; `perPlayer` of a player may be open on a node. Apart from the other limits, since every page needs
 * these and only these.
 */
export const SOCKET_LIMITS = {
  perPlayer: 20,
  reconnectMinMs: 500,
  reconnectMaxMs: 3_000,
  timeoutMs: 10_000,
} as const;
