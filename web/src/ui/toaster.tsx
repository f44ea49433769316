import { Toast } from '@base-ui/react/toast';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFight, fightInProgress } from '../lib/fight-in-progress.ts';
import { useShared } from '../lib/shared-value.ts';
import styles from './toaster.module.css';

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert };
export type ToastKind = keyof typeof ICONS;

/** Base UI gives a toast the role of a dialog, but a toast is not a dialog. */
const GROUP_PROPS = { role: 'group', 'aria-modal': undefined };

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
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={UI_TEXTS.toasts}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * Close the open toasts when a fight begins, because they would cover it. Show toasts with an action again after the
 * fight. Toasts without a timeout stay.
 */
function useCloseForFight(): void {
  const { toasts } = Toast.useToastManager();
  const isFighting = useShared(fightInProgress);
  const closeAll = useEffectEvent(() => {
    for (const { id, type, title, description, actionProps, timeout, transitionStatus } of toasts) {
      if (timeout === 0 || transitionStatus === 'ending') continue;
      manager.close(id);
      if (actionProps)
        void afterFight().then(() => manager.add({ id, type, title, description, actionProps }));
    }
  });
  useEffect(() => {
    if (isFighting) closeAll();
  }, [isFighting]);
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  useCloseForFight();
  return toasts.map((toast) => {
    const Icon = ICONS[toast.type as ToastKind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        {...GROUP_PROPS}
        swipeDirection={['up', 'left', 'right']}
        className={styles.toast}
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
