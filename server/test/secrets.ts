/**
 * Remembers the values that the tests of a file sent in these fields, or received as a cookie, token or code, so that
 * the log can be searched for them.
 */

const secretFields = new Set([
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'token',
  'code',
  'session',
  'email',
  'contact',
  'phone',
  'whatsapp',
  'adharNo',
  'upiId',
]);

const secrets = new Map<string, string>();

/** Returns false for short values and plain words, which may be in the log by chance. */
function isDistinctive(value: string): boolean {
  return value.length >= 8 && /[\d@]/.test(value) && !/\s/.test(value);
}

export function rememberSecret(field: string, value: unknown): void {
  if (typeof value === 'string' && secretFields.has(field) && isDistinctive(value)) secrets.set(value, field);
}

export function rememberSecretsOf(sent: unknown): void {
  if (sent instanceof FormData || sent instanceof URLSearchParams) {
    for (const [field, value] of sent.entries()) rememberSecret(field, value);
  } else if (typeof sent === 'object' && sent !== null) {
    for (const [field, value] of Object.entries(sent)) {
      rememberSecret(field, value);
      rememberSecretsOf(value);
    }
  }
}

export function assertNoSecrets(lines: readonly string[]): void {
  const searched = lines.map(withoutFiles);
  const text = searched.join('\n');
  for (const [secret, field] of secrets) {
    if (!text.includes(secret)) continue;
    const line = searched.find((each) => holds(each, secret));
    if (line) throw new Error(`A log line holds a value of the field "${field}": ${line}`);
  }
}

/**
 * Returns whether the line has the secret. Digits within a longer number do not count, because they are another number.
 */
function holds(line: string, secret: string): boolean {
  const parts = line.split(secret);
  return parts.some((part, index) => index > 0 && !/\d$/.test(parts[index - 1] ?? '') && !/^\d/.test(part));
}

/** Removes links of emails and files of SMS messages, which are logged on purpose without SMTP_URL and SMS_URL. */
function withoutFiles(line: string): string {
  if (!/(?:mail written, as no SMTP_URL|SMS written, as no SMS_URL) is set/.test(line)) return line;
  return JSON.stringify({ ...(JSON.parse(line) as object), link: undefined, file: undefined });
}
