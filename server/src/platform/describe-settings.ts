import type { Setting } from '@upaj/contract/moderation/operations';

/** Administrators see the values of these variables. All others may be secrets, and are hidden. */
const shownVariables = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'METRICS_PORT',
  'DATA_DIR',
  'DATABASE_POOL_SIZE',
  'DATABASE_PREPARE',
  'MIGRATE',
  'RELEASE_COMMIT',
  'DRAIN_SECONDS',
  'MEDIA_STORE',
  'MEDIA_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'MAIL_FROM',
  'CONTACT_EMAIL',
  'SMS_SENDER',
  'SMS_TEMPLATE_ID',
  'SMS_HOURLY_LIMIT',
  'DEMO_DATA',
  'DATA_GOV_IN_URL',
  'OPEN_METEO_URL',
  'LOG_LEVEL',
]);

/** Describes the variables for administrators. `read` also has the defaults. */
export function describeSettings(
  names: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
  read: Readonly<Record<string, unknown>>,
): Setting[] {
  return names.map((name) => describeSetting(name, given[name], read[name]));
}

function describeSetting(name: string, given: string | undefined, read: unknown): Setting {
  const isSet = given !== undefined;
  // An address may have a password or a key.
  const isHidden = !shownVariables.has(name) || /\/\/[^/]*@|[?#]/.test(given ?? '');
  const fallback = typeof read === 'string' || typeof read === 'number' ? String(read) : null;
  return { name, isSet, value: isHidden ? null : (given ?? fallback), isHidden };
}
