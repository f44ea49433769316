/** Query parameters with which the payment provider sends players back to the site. */
export type PaymentSearch = { session_id?: string };

/** Read the payment id from a URL query, ignoring an invalid id. */
export function readPaymentSearch(query: { session_id?: unknown }): PaymentSearch {
  const { session_id: id } = query;
  return typeof id === 'string' && /^[\w-]{1,200}$/.test(id) ? { session_id: id } : {};
}
