export const nextStepId = 'next-step';

/** Moves the focus after a success, because the pressed button disappears with its step. */
export function focusNextStep(): void {
  // React Query has already set the timer that shows the new deal. This one runs after it.
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(nextStepId)?.focus();
  });
}
