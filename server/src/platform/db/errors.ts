export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string };
    super(`The database cannot be used right now: ${message}`, { cause });
    this.code = code;
  }
}

export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseAway || hasNoResources(cause)) return true;
  return false;
}

/**
 * The embedded database throws its own errors. The only outages among them are missing resources, such as a full disk.
 */
function hasNoResources(error: Error): boolean {
  return /^53\w{3}$/.test((error as { code?: string }).code ?? '');
}

/** Returns whether only this statement failed, by a deadlock or a timeout. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseAway && /^(40001|40P01|55P03|57014)$/.test(error.code ?? '');
}

const uniqueViolation = '23505';

export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === uniqueViolation;
}

const foreignKeyViolation = '23503';

/**
 * Returns whether the writer's account was deleted after the session was checked: what people write refers to
 * `users.member_id`.
 */
export function isWrittenByNoMember(error: unknown): boolean {
  const { code, detail = '' } = error as { code?: string; detail?: string };
  return code === foreignKeyViolation && detail.endsWith('is not present in table "users".');
}

/** Waits for a statement. Returns undefined when it violates a foreign key. */
export async function unlessOrphaned<T>(statement: Promise<T>): Promise<T | undefined> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return undefined;
    throw error;
  }
}
