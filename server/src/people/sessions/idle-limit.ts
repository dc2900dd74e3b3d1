/** In ms. Each day of use renews a session. */
export function idleLimit(isRemembered: boolean): number {
  return (isRemembered ? 90 : 30) * 24 * 60 * 60_000;
}
