import { readErrorText } from '../lib/errors.ts';

/** Loaded with the first toast, so that nobody pays for it before. */
const loadToaster = async () => {
  const [{ toast }, { showToaster }] = await Promise.all([import('sonner'), import('./toaster.tsx')]);
  showToaster();
  return toast;
};

type ToastOptions = {
  /** A note with the id of one that is there takes its place. */
  id?: string;
  description?: string;
  action?: { label: string; onClick: () => void };
};

/** Short notes that come and go by themselves; never the only place where something important is said. */
export const toast = {
  info: (text: string, options?: ToastOptions) => void loadToaster().then((show) => show(text, options)),
  success: (text: string, options?: ToastOptions) =>
    void loadToaster().then((show) => show.success(text, options)),
  /** Takes a note away before its time. */
  dismiss: (id: string) => void loadToaster().then((show) => show.dismiss(id)),
  error: (text: string, options?: ToastOptions) =>
    void loadToaster().then((show) => show.error(text, options)),
};

/** For what failed: says why in such a note, in the server's words where it has some, else as `fallback`. */
export const toastError = (fallback: string) => async (thrown: unknown) =>
  toast.error(await readErrorText(thrown, fallback));
