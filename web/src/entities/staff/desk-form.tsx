import type { ComponentProps } from 'react';
import { pressOnce } from '../../ui/button.tsx';
import desk from './desk.module.css';

type DeskFormProps = Omit<ComponentProps<'form'>, 'className' | 'noValidate' | 'onSubmit'> & {
  onSend: () => void;
};

/** A form of the desk, whose fields are judged by `onSend` and not by the browser. */
export function DeskForm({ onSend, onKeyDown, ...rest }: DeskFormProps) {
  return (
    <form
      {...rest}
      noValidate
      className={desk.form}
      // The second press of a double click may come after the answer to the first: it is no other deed.
      onClickCapture={(event) => {
        const { target, detail } = event;
        if (detail > 1 && target instanceof Element && target.closest('button[type="submit"]'))
          event.preventDefault();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.target instanceof HTMLInputElement) pressOnce(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}
