import { Toast } from '@base-ui/react/toast';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fightInProgress } from '../lib/fight-in-progress.ts';
import { useShared } from '../lib/shared-value.ts';
import styles from './toaster.module.css';

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert };
export type ToastKind = keyof typeof ICONS;

/** Base UI gives a toast the role of a dialog, but a toast is not a dialog. */
const GROUP_PROPS = { role: 'group', 'aria-modal': undefined };

/** Time (ms) after which a toast closes. */
const SHOWN_MS = 5_000;

const manager = Toast.createToastManager();

/**
 * Mount the toaster at the top of the window, where toasts never cover a composer. Resolves once the toaster is ready.
 */
export const mountToaster = (): Promise<typeof manager> =>
  new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'));
    createRoot(host).render(<Toaster onMounted={() => resolve(manager)} />);
  });

function Toaster({ onMounted }: { onMounted: () => void }) {
  // Effects of children run first, so the provider listens to the manager before the first toast is added.
  useEffect(onMounted, [onMounted]);
  return (
    <Toast.Provider toastManager={manager} timeout={SHOWN_MS}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={UI_TEXTS.toasts}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * Return the ids of the toasts that wait for the end of a fight, because they would cover it. When a fight begins, toasts
 * with an action wait, and other toasts close. Toasts without a timeout stay.
 */
function useWaitingToasts(): readonly string[] {
  const { toasts } = Toast.useToastManager();
  const isFighting = useShared(fightInProgress);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const begin = useEffectEvent(() => {
    const closing = toasts.filter(
      ({ timeout, transitionStatus }) => timeout !== 0 && transitionStatus !== 'ending',
    );
    for (const { id, actionProps } of closing) {
      if (actionProps) manager.update(id, { timeout: 0 });
      else manager.close(id);
    }
    setWaiting(closing.filter(({ actionProps }) => actionProps).map(({ id }) => id));
  });
  const end = useEffectEvent(() => {
    for (const id of waiting) manager.update(id, { timeout: SHOWN_MS });
    setWaiting([]);
  });
  useEffect(() => {
    if (isFighting) begin();
    else end();
  }, [isFighting]);
  return waiting;
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  const waiting = useWaitingToasts();
  return toasts.map((toast) => {
    const Icon = ICONS[toast.type as ToastKind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        {...GROUP_PROPS}
        swipeDirection={['up', 'left', 'right']}
        className={clsx(styles.toast, waiting.includes(toast.id) && styles.waiting)}
      >
        <Icon size={20} className={styles.icon} aria-hidden="true" />
        <Toast.Content className={styles.content}>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.description} />
        </Toast.Content>
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label={UI_TEXTS.close} aria-hidden={undefined}>
          <X size={16} aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
