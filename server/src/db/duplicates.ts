const uniqueViolation = '23505';

/** Whether a statement ran against a unique index. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === uniqueViolation;
}
