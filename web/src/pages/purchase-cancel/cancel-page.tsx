import { CHECKOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { PaymentOutcome } from '../../features/checkout/components/payment-outcome.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** Render /purchase/cancel: the return page after a cancelled payment. */
export function CancelPage() {
  return (
    <PaymentOutcome icon="two-coins" title={TEXTS.cancelled} text={TEXTS.cancelledText}>
      <ButtonLink to="/coinstore" variant="primary">
        {TEXTS.back}
      </ButtonLink>
    </PaymentOutcome>
  );
}
