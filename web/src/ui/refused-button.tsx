import { Button, type ButtonProps } from './button.tsx';
import { toast } from './toast.ts';

/** Show a button for an action that is not allowed now. It can be focused, and a press shows the reason. */
export function RefusedButton({ reason, ...look }: Omit<ButtonProps, 'onClick'> & { reason: string }) {
  return <Button {...look} aria-disabled title={reason} onClick={() => toast.info(reason)} />;
}
