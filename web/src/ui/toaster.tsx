import { Toast } from '@base-ui/react/toast';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { fightInProgress } from '../lib/fight-in-progress.ts';
import { useShared } from '../lib/shared-value.ts';
import { BANNER_ID } from './banner-id.ts';
import styles from './toaster.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert };
export type ToastKind = keyof typeof ICONS;

/** Replaces the dialog role that Base UI gives a toast, because a toast is not a dialog. */
const GROUP_PROPS = { role: 'group', 'aria-modal': undefined };

/** Time (ms) after which a toast closes. */
const SHOWN_MS = 5_000;

const manager = Toast.createToastManager();
type Options = Parameters<typeof manager.add>[0] & { id: string };

/** Toasts that wait until the fight on the page ends, because they would cover the fight. */
const waiting = new Map<string, Options>();

const toaster = {
  /** Show a toast. During a fight, a toast with an action waits. */
  add: (options: Options): void => {
    if (options.actionProps && fightInProgress.get()) waiting.set(options.id, options);
    else manager.add(options);
  },
  /** Remove a toast or, without an id, all toasts. */
  close: (id?: string): void => {
    if (id === undefined) waiting.clear();
    else waiting.delete(id);
    manager.close(id);
  },
};

/**
 * Mount the toaster at the top of the window, where toasts never cover a composer. Resolves once the toaster is ready.
 */
export const mountToaster = (): Promise<typeof toaster> =>
  new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'));
    createRoot(host).render(<Toaster onMounted={() => resolve(toaster)} />);
  });

function Toaster({ onMounted }: { onMounted: () => void }) {
  // Effects of children run first, so the provider already listens to the manager when `onMounted` is called.
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

/** When a fight begins, close all toasts. Toasts with an action are shown again when the fight ends. */
function useFightPause(): void {
  const { toasts } = Toast.useToastManager();
  const isFighting = useShared(fightInProgress);
  const begin = useEffectEvent(() => {
    for (const toast of toasts) {
      if (toast.actionProps && toast.transitionStatus !== 'ending') waiting.set(toast.id, toast);
      manager.close(toast.id);
    }
  });
  useEffect(() => {
    if (isFighting) return begin();
    for (const options of waiting.values()) manager.add(options);
    waiting.clear();
  }, [isFighting]);
}

/**
 * While there are toasts, keep the height of the connection banner in `--banner-height`, so that no toast covers the
 * banner.
 */
function useBannerHeight(isNeeded: boolean): void {
  useEffect(() => {
    const banner = isNeeded && document.getElementById(BANNER_ID);
    if (!banner) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty('--banner-height', `${banner.offsetHeight}px`));
    sizes.observe(banner);
    return () => sizes.disconnect();
  }, [isNeeded]);
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  useFightPause();
  useBannerHeight(toasts.length > 0);
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
        {toast.actionProps && (
          <span className={styles.shortcut}>
            <VisuallyHidden>{UI_TEXTS.toastHint}</VisuallyHidden>
            <span className={styles.key} aria-hidden="true">
              {UI_TEXTS.toastKey}
            </span>
          </span>
        )}
        <Toast.Action className={styles.action} />
        <Toast.Close className={styles.close} aria-label={UI_TEXTS.close} aria-hidden={undefined}>
          <X size={16} aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
