import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Setting } from '@upaj/contract/moderation/operations';
import { emailPattern } from '@upaj/contract/people/credentials';
import type { Provider } from '@upaj/contract/people/social-login';
import { describeSettings } from './platform/describe-settings.ts';
import { nameRelease } from './platform/release.ts';
import type { SecretKeys } from './platform/signatures.ts';
import { readS3Address, type S3Address } from './platform/s3-address.ts';
import { readSmsAccount, smsVariables, type SmsAccount } from './platform/sms-account.ts';
import { StartError } from './platform/start-error.ts';
import { shortestKey, storedSecret } from './platform/stored-secret.ts';
import { readTrustProxy, type TrustProxy } from './platform/trust-proxy.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://upaj.example' });

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, error)),
    z.pipe(z.transform(Number), z.number().check(z.gte(least, error), z.lte(most, error))),
  );
}

const databaseUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must be a postgres:// or postgresql:// address'));

const variables = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'production'),
  PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number')),
      z.pipe(z.transform(Number), z.number().check(z.lte(65535, 'must be at most 65535'))),
    ),
    3000,
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webUrl),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      z.string().check(z.regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a number from 0 to 1')),
      z.transform(Number),
    ),
    1,
  ),
  METRICS_PORT: z.optional(wholeNumber(1, 65535)),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_DIRECT_URL: z.optional(databaseUrl),
  DATABASE_READ_URL: z.optional(
    databaseUrl.check(z.regex(/^\w+:\/\/(?:[^/]*@)?[^/,]+(?:\/|$)/, 'must name one server')),
  ),
  DATABASE_POOL_SIZE: z.optional(wholeNumber(1, 500)),
  DATABASE_PREPARE: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  MIGRATE: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  RELEASE_COMMIT: z.optional(
    z.string().check(z.regex(/^[\w.-]{1,40}$/, 'must be the name of a commit such as 25f0202')),
  ),
  DRAIN_SECONDS: z.optional(wholeNumber(0, 300)),
  REDIS_URL: z.optional(
    z.string().check(z.regex(/^rediss?:\/\//, 'must be a redis:// or rediss:// address')),
  ),
  S3_URL: z.optional(z.string()),
  MEDIA_STORE: z.optional(z.enum(['s3', 'disk'], 'must be s3 or disk')),
  MEDIA_URL: z.optional(webUrl),
  PUBLIC_URL: z.optional(webUrl),
  TRUST_PROXY: z._default(z.string(), 'loopback'),
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an smtp:// or smtps:// address such as smtps://name:password@mail.example',
    }),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^([^<>"\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
          'must be an address such as Upaj <post@upaj.example>',
        ),
      ),
  ),
  CONTACT_EMAIL: z.optional(
    z.string().check(z.regex(emailPattern, 'must be an email address such as help@upaj.example')),
  ),
  ...smsVariables,
  SMS_HOURLY_LIMIT: z._default(wholeNumber(1, 99_999), 300),
  DEMO_DATA: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  SECRET_KEY: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.split(/\s*,\s*/)),
      ),
      z.array(
        z
          .string()
          .check(z.minLength(shortestKey, `must have at least ${shortestKey} characters in each key`)),
      ),
    ),
  ),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  FACEBOOK_CLIENT_ID: z.optional(z.string()),
  FACEBOOK_CLIENT_SECRET: z.optional(z.string()),
  DATA_GOV_IN_URL: z._default(webUrl, 'https://api.data.gov.in'),
  DATA_GOV_IN_KEY: z.optional(z.string().check(z.regex(/^[\w-]{8,200}$/, 'must be a valid data.gov.in key'))),
  OPEN_METEO_URL: z._default(webUrl, 'https://api.open-meteo.com'),
  OPEN_METEO_KEY: z.optional(z.string().check(z.regex(/^[\w-]{4,200}$/, 'must be a valid Open-Meteo key'))),
  NEWS_FEEDS: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.split(/[\s,]+/).filter((url) => url !== '')),
      ),
      z.array(webUrl),
    ),
    [],
  ),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a log level such as info',
    ),
    'info',
  ),
});

export interface ProviderKeys {
  clientId: string;
  clientSecret: string;
}

export interface Env {
  isProduction: boolean;
  port: number;
  host: string;
  /** The port of `/metrics`. If undefined, there are no metrics. */
  metricsPort: number | undefined;
  /** Where traces are sent. If undefined, there are no traces. */
  traceUrl: string | undefined;
  tracedShare: number;
  dataDir: string;
  /** The address of PostgreSQL. If undefined, the embedded database under `dataDir` is used. */
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  /** The standby that lists are read from. */
  databaseReadUrl: string | undefined;
  databasePrepares: boolean | undefined;
  poolSize: number | undefined;
  /** Whether the server migrates the database at start. If false, it waits until an operator has done so. */
  migrates: boolean;
  /** The running version and commit. */
  release: string;
  /** How long `/readyz` fails after SIGTERM before the server closes. */
  drainSeconds: number;
  redisUrl: string | undefined;
  /** The store of photos. If undefined, they are under `dataDir`. */
  s3: S3Address | undefined;
  /** The store that new photos go to. */
  mediaStore: 's3' | 'disk';
  /** The address of public photos, without a slash at the end. If undefined, this server delivers them. */
  mediaUrl: string | undefined;
  /** An origin without a path: 'https://upaj.example'. */
  publicUrl: string;
  /** The proxies that may set `x-forwarded-for`, by addresses or a number of hops. */
  trustProxy: TrustProxy;
  /** The mail server. If undefined, emails are written to files under `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** An email address that the help pages show. */
  contactEmail: string | undefined;
  /** The gateway of SMS messages. If undefined, they are written to files under `dataDir`. */
  sms: SmsAccount | undefined;
  /** Messages that may be sent in an hour, by all processes together. */
  smsHourlyLimit: number;
  demoData: boolean;
  secretKeys: SecretKeys;
  providers: Partial<Record<Provider, ProviderKeys>>;
  dataGovIn: ServiceAddress;
  openMeteo: ServiceAddress;
  newsFeeds: readonly string[];
  logLevel: string;
  /** All variables, as administrators see them. */
  settings: readonly Setting[];
}

export interface ServiceAddress {
  url: string;
  key: string | undefined;
}

/** Reads the environment, which no other file does. An empty value counts as unset. @throws StartError */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const read = parsed.data;
  const dataDir = resolve(read.DATA_DIR);
  if (read.METRICS_PORT === read.PORT) throw new StartError('METRICS_PORT must not be PORT, which is public');
  if (read.DATABASE_URL && !read.SECRET_KEY) {
    throw new StartError('SECRET_KEY is required with DATABASE_URL: all processes must share one key');
  }
  if (read.REDIS_URL && !read.DATABASE_URL) {
    throw new StartError('REDIS_URL requires DATABASE_URL: processes that work together share one database');
  }
  if (read.DATABASE_DIRECT_URL && !read.DATABASE_URL) {
    throw new StartError('DATABASE_DIRECT_URL requires DATABASE_URL, the address of the pooler');
  }
  if (read.DATABASE_READ_URL && !read.DATABASE_URL) {
    throw new StartError('DATABASE_READ_URL requires DATABASE_URL, the address of the primary');
  }
  if (read.MIGRATE === 'off' && !read.DATABASE_URL) {
    throw new StartError(
      'MIGRATE=off requires DATABASE_URL: only the server can migrate its embedded database',
    );
  }
  const s3 = read.S3_URL ? readS3Address(read.S3_URL) : undefined;
  if (read.MEDIA_STORE === 's3' && !s3) throw new StartError('MEDIA_STORE=s3 requires S3_URL');
  const publicUrl = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`);
  return {
    isProduction: read.NODE_ENV === 'production',
    port: read.PORT,
    host: read.HOST,
    metricsPort: read.METRICS_PORT,
    traceUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    tracedShare: read.OTEL_TRACES_SAMPLER_ARG,
    dataDir,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    databaseReadUrl: read.DATABASE_READ_URL,
    databasePrepares: read.DATABASE_PREPARE && read.DATABASE_PREPARE === 'on',
    poolSize: read.DATABASE_POOL_SIZE,
    migrates: read.MIGRATE === 'on',
    release: nameRelease(read.RELEASE_COMMIT),
    drainSeconds: read.DRAIN_SECONDS ?? (read.DATABASE_URL ? 5 : 0),
    redisUrl: read.REDIS_URL,
    s3,
    mediaStore: read.MEDIA_STORE ?? (s3 ? 's3' : 'disk'),
    mediaUrl: read.MEDIA_URL?.replace(/\/+$/, ''),
    publicUrl: publicUrl.origin,
    trustProxy: readTrustProxy(read.TRUST_PROXY),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `Upaj <no-reply@${publicUrl.hostname}>`,
    contactEmail: read.CONTACT_EMAIL,
    sms: readSmsAccount(read),
    smsHourlyLimit: read.SMS_HOURLY_LIMIT,
    demoData: read.DEMO_DATA === 'on',
    secretKeys: (read.SECRET_KEY as SecretKeys | undefined) ?? [storedSecret(dataDir)],
    providers: {
      ...keysOf('google', 'GOOGLE', read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET),
      ...keysOf('facebook', 'FACEBOOK', read.FACEBOOK_CLIENT_ID, read.FACEBOOK_CLIENT_SECRET),
    },
    dataGovIn: { url: read.DATA_GOV_IN_URL, key: read.DATA_GOV_IN_KEY },
    openMeteo: { url: read.OPEN_METEO_URL, key: read.OPEN_METEO_KEY },
    newsFeeds: read.NEWS_FEEDS,
    logLevel: read.LOG_LEVEL,
    settings: describeSettings(Object.keys(variables.shape), given, read),
  };
}

function keysOf(
  provider: Provider,
  name: string,
  clientId?: string,
  clientSecret?: string,
): Env['providers'] {
  if (clientId && clientSecret) return { [provider]: { clientId, clientSecret } };
  if (clientId) throw new StartError(`${name}_CLIENT_SECRET is required with ${name}_CLIENT_ID`);
  if (clientSecret) throw new StartError(`${name}_CLIENT_ID is required with ${name}_CLIENT_SECRET`);
  return {};
}
