/** Of which payment the provider sends somebody back; part of the address it sends them to. */
export type PaymentSearch = { session_id?: string };

/** What is no id is left out. */
export function readPaymentSearch(query: { session_id?: unknown }): PaymentSearch {
  const { session_id: id } = query;
  return typeof id === 'string' && /^[\w-]{1,200}$/.test(id) ? { session_id: id } : {};
}
