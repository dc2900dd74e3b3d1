import { timings } from '@upaj/contract/limits';
import type { ExternalToast } from 'sonner';

interface ToastOptions {
  action?: { label: string; onClick: () => void };
  /**
   * `flow` is for the result of a longer step, such as a registration, and is shown longer. `notification` is for
   * unexpected news.
   */
  kind?: 'flow' | 'notification';
}

export interface LoadingToast {
  success: (text: string) => void;
  error: (text: string) => void;
  dismiss: () => void;
}

let host: (() => Promise<void>) | undefined;
let ready: () => void = () => {};
const mounted = new Promise<void>((resolve) => {
  ready = resolve;
});

/** The host passes the function that loads the toaster. */
export function connectToaster(wake: () => Promise<void>): void {
  host = wake;
}

export function toasterIsReady(): void {
  ready();
}

/** Loads the toaster early, so that a form can report a connection that is lost later. */
export function loadToaster(): void {
  host?.().catch(() => undefined);
}

/** Waits until Sonner is mounted, because it loses earlier toasts. */
async function sonner() {
  await host?.();
  const [{ toast }] = await Promise.all([import('sonner'), mounted]);
  return toast;
}

function show(type: 'success' | 'error' | 'message', text: string, options: ToastOptions, id?: string): void {
  const duration = timings.toast[options.kind ?? (type === 'message' ? 'notification' : type)];
  const more: ExternalToast = { duration, action: options.action, id };
  // If the code cannot be loaded there is no toast, but the screen shows what matters.
  sonner().then(
    (toast) => toast[type](text, more),
    () => undefined,
  );
}

let loadingToasts = 0;

export const toast = {
  success: (text: string, options: ToastOptions = {}) => show('success', text, options),
  error: (text: string, options: ToastOptions = {}) => show('error', text, options),
  /** Shows a text without an icon, because it is neither a success nor an error. */
  message: (text: string, options: ToastOptions = {}) => show('message', text, options),
  loading(text: string): LoadingToast {
    loadingToasts += 1;
    const id = `loading-${loadingToasts}`;
    const started = sonner().then(
      (toast) => toast.loading(text, { id }),
      () => undefined,
    );
    return {
      success: (outcome) => void started.then(() => show('success', outcome, { kind: 'flow' }, id)),
      error: (outcome) => void started.then(() => show('error', outcome, {}, id)),
      dismiss: () =>
        void started
          .then(() => sonner())
          .then(
            (toast) => toast.dismiss(id),
            () => undefined,
          ),
    };
  },
};
