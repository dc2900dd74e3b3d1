/** How one is greeted. */
export function firstName({ fullName }: { fullName: string }): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}
