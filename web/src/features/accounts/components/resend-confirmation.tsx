import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import { Row } from '../../../ui/layout.tsx';

type ResendConfirmationProps = Pick<ButtonProps, 'variant' | 'size' | 'wide'> & {
  /** Other buttons, shown in the same row. */
  children?: ReactNode;
};

/** Render a button that sends the confirmation link again. The result is shown above the button. */
export function ResendConfirmation({ children, ...props }: ResendConfirmationProps) {
  const resend = useMutation({
    mutationFn: () => api('POST /api/users/me/confirmation', { body: {} }),
  });
  const failure = useErrorText(resend.error, SHELL_TEXTS.broken);
  return (
    <>
      <FormOutcome
        failure={failure}
        done={resend.isSuccess ? resend.data.message || CONFIRM_EMAIL_TEXTS.sent : null}
      />
      <Row gap={3} wrap>
        <Button {...props} busy={resend.isPending} onClick={() => resend.mutate()}>
          {CONFIRM_EMAIL_TEXTS.resend}
        </Button>
        {children}
      </Row>
    </>
  );
}
