/** How long an unused session lasts, in ms. Each day of use renews it. */
export function idleLimit(isRemembered: boolean): number {
  return (isRemembered ? 90 : 30) * 24 * 60 * 60_000;
}
