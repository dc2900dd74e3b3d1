const uniqueViolation = '23505';

export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === uniqueViolation;
}
