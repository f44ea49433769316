import type { ComponentProps } from 'react';
import { ignoreKeyRepeat } from '../../ui/button.tsx';
import staff from './staff.module.css';

type StaffFormProps = Omit<ComponentProps<'form'>, 'className' | 'noValidate' | 'onSubmit'> & {
  onSend: () => void;
};

/** A form of the desk, whose fields are judged by `onSend` and not by the browser. */
export function StaffForm({ onSend, onKeyDown, ...rest }: StaffFormProps) {
  return (
    <form
      {...rest}
      noValidate
      className={staff.form}
      // The second press of a double click may come after the answer to the first: it is no other deed.
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
