/** A single payment request. */
export type PaymentOrder = {
  /** The same key always returns the same payment page. */
  key: string;
  /** The title on the payment page. */
  title: string;
  cents: number;
  /** ISO 4217 in lower case, as providers write it. */
  currency: string;
  /** Links the payment to the site's data; returned with every session and event of the provider. */
  metadata: Record<string, string>;
  /** Site paths for the buyer's return; the provider replaces `{CHECKOUT_SESSION_ID}` with its session id. */
  successPath: string;
  cancelPath: string;
};

/** A payment page and its current state at the provider. */
export type PaymentSession = {
  id: string;
  /** `processing`: submitted by the buyer, not decided yet. `cancelled`: declined, closed or expired. */
  state: 'open' | 'processing' | 'paid' | 'cancelled';
  /** The payment page; null if nothing is left to pay. */
  url: string | null;
  cents: number | null;
  currency: string | null;
  metadata: Record<string, string>;
  /** The provider's id of the payment itself, which refunds and disputes refer to. */
  intent: string | null;
};

/** An event of the provider's webhook. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'session'; session: PaymentSession }
  | {
      about: 'refund';
      intent: string | null;
      metadata: Record<string, string>;
      /** Amount of the whole payment, if known. */
      cents: number | null;
      currency: string;
    }
  | {
      about: 'dispute';
      intent: string | null;
      disputeId: string;
      cents: number;
      currency: string;
      /** `inquiry`: a question from the bank that moves no money. */
      state: 'inquiry' | 'open' | 'won' | 'lost';
    }
  | { about: 'nothing' }
);

/** A card payment provider. Its methods throw AppError `unavailable` if it does not answer. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox';
  /** Create the payment page of an order. */
  open(order: PaymentOrder): Promise<PaymentSession>;
  /** Return a session; null if the provider does not know it. */
  find(sessionId: string): Promise<PaymentSession | null>;
  /** Close a session to further payment, and return its final state. */
  close(sessionId: string): Promise<PaymentSession | null>;
  /** List the refunds of a payment; a failed refund has returned no money. */
  refunds(intent: string): Promise<{ id: string; cents: number; failed: boolean }[]>;
  /**
   * Parse a webhook request.
   * @throws InvalidSignatureError if the provider did not sign it, or signed it too long ago.
   */
  readEvent(raw: Buffer, signature: string | undefined): PaymentEvent;
};

/** A webhook request with an invalid or expired signature. */
export class InvalidSignatureError extends Error {}
