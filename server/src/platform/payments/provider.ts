/** What is to be paid, once. */
export type PaymentOrder = {
  /** The same key asks for the same payment page, however often. */
  key: string;
  /** What the buyer reads. */
  title: string;
  cents: number;
  /** ISO 4217 in lower case, as providers write it. */
  currency: string;
  /** Ties the payment to what is ours; comes back with everything the provider says of it. */
  metadata: Record<string, string>;
  /** Site paths that the buyer comes back to; the provider writes its id in place of `{CHECKOUT_SESSION_ID}`. */
  successPath: string;
  cancelPath: string;
};

/** A payment page at its provider, as the provider tells of it now. */
export type PaymentSession = {
  id: string;
  /** `processing`: done by the buyer, not decided yet. `cancelled`: declined, closed or expired. */
  state: 'open' | 'processing' | 'paid' | 'cancelled';
  /** Where the buyer pays; null when there is no more to be paid. */
  url: string | null;
  cents: number | null;
  currency: string | null;
  metadata: Record<string, string>;
  /** The provider's name for the payment itself, which refunds and disputes go by. */
  intent: string | null;
};

/** What a provider tells of by itself. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'session'; session: PaymentSession }
  | {
      about: 'refund';
      intent: string | null;
      metadata: Record<string, string>;
      /** Of the whole payment, where it is told. */
      cents: number | null;
      currency: string;
    }
  | {
      about: 'dispute';
      intent: string | null;
      disputeId: string;
      cents: number;
      currency: string;
      /** `inquiry`: a question of the bank that moves no money. */
      state: 'inquiry' | 'open' | 'won' | 'lost';
    }
  | { about: 'nothing' }
);

/** A card payment provider. What it cannot do now is AppError unavailable. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox';
  /** Makes the payment page of an order. */
  open(order: PaymentOrder): Promise<PaymentSession>;
  /** Null for a session that the provider does not know. */
  find(sessionId: string): Promise<PaymentSession | null>;
  /** Lets nobody pay it any more, and tells what it came to. */
  close(sessionId: string): Promise<PaymentSession | null>;
  /** Every refund of a payment; a failed one has given nothing back. */
  refunds(intent: string): Promise<{ id: string; cents: number; failed: boolean }[]>;
  /**
   * Reads what came to the webhook.
   * @throws BadSignature for what the provider did not sign, or signed minutes ago.
   */
  readEvent(raw: Buffer, signature: string | undefined): PaymentEvent;
};

export class InvalidSignatureError extends Error {}
