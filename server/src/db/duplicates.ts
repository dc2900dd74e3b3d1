/** Whether a write ran against a unique index. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
