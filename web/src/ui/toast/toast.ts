import { timings } from '@upaj/contract/limits';
import type { ExternalToast } from 'sonner';

interface ToastOptions {
  action?: { label: string; onClick: () => void };
  /** `flow`: after a registration or a post, shown longer. `notification`: unexpected news. */
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

/** Called by the host with the loader of the toaster. */
export function connectToaster(wake: () => Promise<void>): void {
  host = wake;
}

export function toasterIsReady(): void {
  ready();
}

/** So that a form can report a connection that is lost later. */
export function loadToaster(): void {
  host?.().catch(() => undefined);
}

/** Sonner loses toasts that are sent before it is mounted. */
async function sonner() {
  await host?.();
  const [{ toast }] = await Promise.all([import('sonner'), mounted]);
  return toast;
}

function show(type: 'success' | 'error' | 'message', text: string, options: ToastOptions, id?: string): void {
  const duration = timings.toast[options.kind ?? (type === 'message' ? 'notification' : type)];
  const more: ExternalToast = { duration, action: options.action, id };
  // Offline without the code there is no toast; the screen shows what matters.
  sonner().then(
    (toast) => toast[type](text, more),
    () => undefined,
  );
}

let loadingToasts = 0;

export const toast = {
  success: (text: string, options: ToastOptions = {}) => show('success', text, options),
  error: (text: string, options: ToastOptions = {}) => show('error', text, options),
  /** Neither a success nor an error: without an icon. */
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
