import { readErrorText } from '../lib/errors.ts';
import type { ToastKind } from './toaster.tsx';

type Toaster = Awaited<ReturnType<typeof import('./toaster.tsx')['mountToaster']>>;

let loading: Promise<Toaster> | undefined;

/** Load the toaster when the first toast is shown, so that pages without toasts never load it. */
function loadToaster(): Promise<Toaster> {
  loading ??= import('./toaster.tsx').then(({ mountToaster }) => mountToaster());
  loading.catch(() => (loading = undefined));
  return loading;
}

type ToastOptions = {
  /** A toast replaces an earlier toast with the same id. */
  id?: string;
  description?: string;
  /** Keep the toast until it is closed. */
  isPersistent?: boolean;
  action?: { label: string; onClick: () => void };
  /** Called when the toast is closed. */
  onClose?: () => void;
};

/** The number of toasts shown so far without an id. Such toasts get this number as their id. */
let count = 0;

async function show(type: ToastKind, title: string, options: ToastOptions = {}): Promise<void> {
  const { id = String(++count), description, isPersistent, action, onClose } = options;
  const toaster = await loadToaster();
  toaster.add({
    id,
    type,
    title,
    description,
    ...(isPersistent && { timeout: 0 }),
    ...(onClose && { onClose }),
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toaster.close(id);
        action.onClick();
      },
    },
  });
}

/** Remove a toast. Wait in the same way as `show`, so that a toast is never added after it has been removed. */
async function dismiss(id?: string): Promise<void> {
  const toaster = await loading;
  toaster?.close(id);
}

/** Short messages that disappear automatically. Important information must not be shown only here. */
export const toast = {
  info: (text: string, options?: ToastOptions) => void show('info', text, options),
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
  /** Remove a toast early or, without an id, all toasts. */
  dismiss: (id?: string) => void dismiss(id),
};

/** Return an error handler that shows the server's message, or `fallback` if it sent none. */
export const toastError = (fallback: string) => async (thrown: unknown) =>
  toast.error(await readErrorText(thrown, fallback));
