/** Query parameters of the page to which the payment provider sends players back. */
export type PaymentSearch = { session_id?: string };

/** Read the payment id from a URL query; an invalid id is dropped. */
export function readPaymentSearch(query: { session_id?: unknown }): PaymentSearch {
  const { session_id: id } = query;
  return typeof id === 'string' && /^[\w-]{1,200}$/.test(id) ? { session_id: id } : {};
}
