import type { ComponentProps } from 'react';
import { ignoreKeyRepeat } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';

type StaffFormProps = Omit<ComponentProps<'form'>, 'className' | 'noValidate' | 'onSubmit'> & {
  onSend: () => void;
};

/** Show a form of the staff pages. `onSend` validates the fields; the browser does not. */
export function StaffForm({ onSend, onKeyDown, ...rest }: StaffFormProps) {
  return (
    <Stack
      as="form"
      gap={4}
      {...rest}
      noValidate
      // The second click of a double click can come after the response to the first. The second click must
      // not submit the form again.
      onClickCapture={(event) => {
        const { target, detail } = event;
        if (detail > 1 && target instanceof Element && target.closest('button[type="submit"]'))
          event.preventDefault();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.target instanceof HTMLInputElement) ignoreKeyRepeat(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}
