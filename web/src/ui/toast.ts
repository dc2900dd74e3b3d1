import { timings } from '@upaj/contract/limits';
import type { ExternalToast } from 'sonner';

interface ToastOptions {
  /** A button in the toast, such as 'Retry'. */
  action?: { label: string; onClick: () => void };
  /** `flow`: the outcome of a registration or a post, which stays a little longer. `notice`: what nobody waited for. */
  kind?: 'flow' | 'notice';
}

/** A toast that says that something is under way, until its outcome takes its place. */
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

/** The host tells how to be woken (it rejects while the code of toasts cannot be had), and when its toaster stands. */
export function connectToaster(wake: () => Promise<void>): void {
  host = wake;
}

export function toasterIsReady(): void {
  ready();
}

/** Sonner comes over the line with the first toast; a toast told before it stands would be lost. */
async function sonner() {
  await host?.();
  const [{ toast }] = await Promise.all([import('sonner'), mounted]);
  return toast;
}

function show(type: 'success' | 'error', text: string, options: ToastOptions, id?: string): void {
  const duration = timings.toast[options.kind ?? type];
  const more: ExternalToast = { duration, action: options.action, id };
  // Without a line for the code of toasts there is no toast; the screen itself shows what matters.
  sonner().then(
    (toast) => toast[type](text, more),
    () => undefined,
  );
}

let loadingToasts = 0;

export const toast = {
  success: (text: string, options: ToastOptions = {}) => show('success', text, options),
  error: (text: string, options: ToastOptions = {}) => show('error', text, options),
  loading(text: string): LoadingToast {
    loadingToasts += 1;
    const id = `loading-${loadingToasts}`;
    const started = sonner().then(
      (toast) => toast.loading(text, { id }),
      () => undefined,
    );
    return {
      success: (outcome) => void started.then(() => show('success', outcome, { kind: 'flow' }, id)),
      error: (outcome) => void started.then(() => show('error', outcome, { kind: 'flow' }, id)),
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
