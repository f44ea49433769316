/** A request for a payment. */
export type PaymentOrder = {
  /** Idempotency key: the same key always returns the same payment page. */
  key: string;
  /** The title on the payment page. */
  title: string;
  cents: number;
  /** ISO 4217 code in lower case, as Stripe writes it. */
  currency: string;
  /** Data that links the payment to the site's records. The provider returns this data with sessions and events. */
  metadata: Record<string, string>;
  /**
   * Paths on this site to which the buyer returns: after the payment (`successPath`), or without paying (`cancelPath`).
   * In `successPath`, the provider replaces `{CHECKOUT_SESSION_ID}` with the session id.
   */
  successPath: string;
  cancelPath: string;
};

/** A payment session at the provider: its payment page and its current state. */
export type PaymentSession = {
  id: string;
  /**
   * `processing` means that the buyer has submitted the payment, but it is not confirmed yet. `cancelled` means that
   * the payment was declined, or that the session was closed or has expired.
   */
  state: 'open' | 'processing' | 'paid' | 'cancelled';
  /** URL of the payment page. Null if the session is no longer open. */
  url: string | null;
  cents: number | null;
  currency: string | null;
  metadata: Record<string, string>;
  /** The provider's id of the payment, which refunds and disputes refer to. Null before the payment. */
  intent: string | null;
};

/** An event that the provider has sent to this site's webhook. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'session'; session: PaymentSession }
  | {
      about: 'refund';
      intent: string | null;
      metadata: Record<string, string>;
      /** Amount of the whole payment, not of the refund. Null if it is unknown. */
      cents: number | null;
      currency: string;
    }
  | {
      about: 'dispute';
      intent: string | null;
      disputeId: string;
      cents: number;
      currency: string;
      /** `inquiry` means that the bank has asked about the payment, but has not taken back any money. */
      state: 'inquiry' | 'open' | 'won' | 'lost';
    }
  | { about: 'nothing' }
);

/**
 * A card payment provider. Its asynchronous methods reject with AppError `unavailable` if a request to the provider
 * fails.
 */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox';
  /** Create a payment session for an order. */
  open(order: PaymentOrder): Promise<PaymentSession>;
  /** Return a session. Return null if the provider does not know it. */
  find(sessionId: string): Promise<PaymentSession | null>;
  /**
   * Close a session, so that it can no longer be paid, and return its state. Return null if the provider does not know
   * it.
   */
  close(sessionId: string): Promise<PaymentSession | null>;
  /** Return the refunds of a payment. A failed refund has not returned any money. */
  refunds(intent: string): Promise<{ id: string; cents: number; failed: boolean }[]>;
  /**
   * Parse a webhook request.
   * @throws InvalidSignatureError if the signature is not the provider's, or is too old.
   */
  readEvent(raw: Buffer, signature: string | undefined): PaymentEvent;
};

/** Error for a webhook request with an invalid or expired signature. */
export class InvalidSignatureError extends Error {}
