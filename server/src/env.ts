import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Provider } from '@upaj/contract/social';
import { StartError } from './start-error.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://upaj.example' });

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
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must be a postgres:// or postgresql:// address')),
  ),
  REDIS_URL: z.optional(
    z.string().check(z.regex(/^rediss?:\/\//, 'must be a redis:// or rediss:// address')),
  ),
  PUBLIC_URL: z.optional(webUrl),
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
  DEMO_DATA: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  FACEBOOK_CLIENT_ID: z.optional(z.string()),
  FACEBOOK_CLIENT_SECRET: z.optional(z.string()),
  DATA_GOV_IN_URL: z._default(webUrl, 'https://api.data.gov.in'),
  DATA_GOV_IN_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{8,200}$/, 'must be a key as data.gov.in gives them')),
  ),
  OPEN_METEO_URL: z._default(webUrl, 'https://api.open-meteo.com'),
  OPEN_METEO_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{4,200}$/, 'must be a key as Open-Meteo gives them')),
  ),
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

/** What the process was told, validated, with every default filled in. Paths are absolute. */
export interface Env {
  isProduction: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  /** Unset: this process serves alone. */
  redisUrl: string | undefined;
  /** Origin of the address people use, without a path: 'https://upaj.example'. */
  publicUrl: string;
  /** Unset: mails are written to files under `dataDir`. */
  smtpUrl: string | undefined;
  /** Who mails come from: 'Upaj <no-reply@upaj.example>'. */
  mailFrom: string;
  demoData: boolean;
  secretKey: string;
  /** By whom people can log in beside us, with what the provider gave this site. */
  providers: Partial<Record<Provider, ProviderKeys>>;
  /** AGMARKNET's rates. Without a key none are fetched. */
  dataGovIn: ServiceAddress;
  /** The weather. The free service needs no key. */
  openMeteo: ServiceAddress;
  /** RSS or Atom feeds that the market's news come from. */
  newsFeeds: readonly string[];
  logLevel: string;
}

/** Where an outside service is, and what it knows us by. */
export interface ServiceAddress {
  url: string;
  key: string | undefined;
}

/**
 * Reads and validates the environment; the only place that does. An empty value counts as unset.
 * @throws StartError with one line that names the variable.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const read = parsed.data;
  const dataDir = resolve(read.DATA_DIR);
  if (read.DATABASE_URL && !read.SECRET_KEY) {
    throw new StartError('SECRET_KEY is required with DATABASE_URL: every process must share one');
  }
  if (read.REDIS_URL && !read.DATABASE_URL) {
    throw new StartError('REDIS_URL needs DATABASE_URL: processes that work together share one database');
  }
  const publicUrl = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`);
  return {
    isProduction: read.NODE_ENV === 'production',
    port: read.PORT,
    host: read.HOST,
    dataDir,
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    publicUrl: publicUrl.origin,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `Upaj <no-reply@${publicUrl.hostname}>`,
    demoData: read.DEMO_DATA === 'on',
    secretKey: read.SECRET_KEY ?? keptSecret(dataDir),
    providers: {
      ...keysOf('google', 'GOOGLE', read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET),
      ...keysOf('facebook', 'FACEBOOK', read.FACEBOOK_CLIENT_ID, read.FACEBOOK_CLIENT_SECRET),
    },
    dataGovIn: { url: read.DATA_GOV_IN_URL, key: read.DATA_GOV_IN_KEY },
    openMeteo: { url: read.OPEN_METEO_URL, key: read.OPEN_METEO_KEY },
    newsFeeds: read.NEWS_FEEDS,
    logLevel: read.LOG_LEVEL,
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

/** The key made on the first start and kept, readable by its owner alone. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
  }
}
