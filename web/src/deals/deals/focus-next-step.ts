export const nextStepId = 'next-step';

/** After a success, when the pressed button is gone with its step. */
export function focusNextStep(): void {
  // React Query shows the new deal in a timer that is already set.
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(nextStepId)?.focus();
  });
}
