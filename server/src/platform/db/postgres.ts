import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Client, Pool, TypeOverrides, types, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { circuitBreaker, type CircuitBreaker } from '#src/platform/circuit-breaker.ts';
import { Hosts } from './hosts.ts';
import { DatabaseAway, outageOr } from './outage.ts';
import { roleLimits, roleSettings } from './role-limits.ts';
import { currentLimits } from './time-limits.ts';

const options = Object.entries(roleSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** In ms. Connection and statement take less than 10 s together. `query_timeout` ends waiting for a server that is silent. */
const limitsThroughPooler = { connectionTimeoutMillis: 3_000, query_timeout: 6_000 };
const limitsOfRequests = { ...limitsThroughPooler, ...roleLimits, options };

const limitsOfBackgroundWork = {
  connectionTimeoutMillis: 30_000,
  options,
  lock_timeout: 30_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 60_000,
};

const longest = 30 * 60_000;
const limitsOfLongWork = {
  connectionTimeoutMillis: 30_000,
  lock_timeout: longest,
  statement_timeout: longest,
  query_timeout: longest + 5_000,
  idle_in_transaction_session_timeout: longest,
};

const connectionsForBackgroundWork = 4;
const connectionsForLongWork = 8;
const keepAliveInitialDelayMillis = 10_000;
const mostWaiting = 1_000;
const waitedTooLong = 'timeout exceeded when trying to connect';
const tooManyConnections = '53300';
const readOnly = '25006';

/** Dates are read as text and numerics as numbers, as in JSON. Prices and quantities have at most 14 digits. */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.DATE]: (text) => text,
  [types.builtins.NUMERIC]: Number,
};

const typeOverrides = new TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) typeOverrides.setTypeParser(Number(type), parse);

export interface PoolState {
  most: number;
  open: number;
  idle: number;
  waiting: number;
}

export interface DatabaseLoad {
  isBreakerOpen: boolean;
  pools: Record<string, PoolState>;
}

export interface PoolsOptions {
  url: string;
  /** The database itself, when `url` is that of a pooler: for work with limits or locks of its own. */
  directUrl?: string | undefined;
  /** False for a pooler that does not keep the prepared statements of a connection. */
  prepares?: boolean | undefined;
  size: number;
  /** PostgreSQL's list of connections shows this name. */
  name?: string | undefined;
  isPatient?: boolean | undefined;
}

/**
 * Has one pool for requests, and small ones for short and long background work. Throws DatabaseAway at once while
 * PostgreSQL is down.
 */
export class PostgresPools implements PostgresPool {
  readonly options: PoolConfig;
  readonly #pools: Record<ReturnType<typeof currentLimits>, Pool>;
  readonly #hosts: Hosts[];
  readonly #breaker: CircuitBreaker;

  constructor({ url, directUrl, prepares = !directUrl, size, name, isPatient = false }: PoolsOptions) {
    const application = { application_name: name };
    const hosts = new Hosts(url, application);
    const direct = directUrl ? new Hosts(directUrl, application) : hosts;
    this.#hosts = [...new Set([hosts, direct])];
    this.#breaker = circuitBreaker(() => this.findPrimary());
    this.options = { ...application, keepAlive: true, keepAliveInitialDelayMillis, types: typeOverrides };
    const open = (limits: PoolConfig, max: number, of: Hosts) =>
      openPool({
        ...this.options,
        ...limits,
        max: Math.min(size, max),
        hosts: of,
        prepares: prepares || of !== hosts,
        onSilence: () => this.#breaker.trip(),
        onReadOnly: () => void of.find().catch(() => this.#breaker.trip()),
      });
    const limits = isPatient ? limitsOfBackgroundWork : limitsOfRequests;
    this.#pools = {
      request: open(directUrl ? limitsThroughPooler : limits, size, hosts),
      background: open(limitsOfBackgroundWork, connectionsForBackgroundWork, direct),
      long: open(limitsOfLongWork, connectionsForLongWork, direct),
    };
  }

  /** @throws OnlyStandby, or the error of a server that does not respond */
  async findPrimary(): Promise<void> {
    await Promise.all(this.#hosts.map((hosts) => hosts.find()));
  }

  async connect(): Promise<PoolClient> {
    if (this.#breaker.isOpen) throw new DatabaseAway(new Error('it does not answer'));
    const pool = this.#pools[currentLimits()];
    if (pool.waitingCount >= mostWaiting) throw new DatabaseAway(new Error('too many requests wait for it'));
    try {
      return await pool.connect();
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      // When only connections have run out, running requests may still succeed.
      if (message !== waitedTooLong && code !== tooManyConnections) this.#breaker.trip();
      throw new DatabaseAway(error);
    }
  }

  get load(): DatabaseLoad {
    const stateOf = ({ options, totalCount, idleCount, waitingCount }: Pool): PoolState => ({
      most: options.max,
      open: totalCount,
      idle: idleCount,
      waiting: waitingCount,
    });
    const states = Object.entries(this.#pools).map(([name, pool]) => [name, stateOf(pool)] as const);
    return { isBreakerOpen: this.#breaker.isOpen, pools: Object.fromEntries(states) };
  }

  async end(): Promise<void> {
    this.#breaker.close();
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
  }
}

function openPool(config: PoolConfig & PreparingClientConfig): Pool {
  class OwnClient extends PreparingClient {
    constructor() {
      super(config);
    }
  }
  const pool = new Pool({ ...config, Client: OwnClient });
  // The pool replaces broken idle connections.
  pool.on('error', () => {});
  // Prepared statements live as long as their connection.
  pool.on('release', (_, client) => {
    if ((client as unknown as PreparingClient).hasPreparedMany) void client.end();
  });
  return pool;
}

interface PreparingClientConfig extends ClientConfig {
  hosts: Hosts;
  prepares: boolean;
  onSilence(): void;
  /** The server accepts no writes any more. */
  onReadOnly(): void;
}

/** Named statements are parsed and planned once per connection. */
class PreparingClient extends Client {
  readonly #prepared = new Set<string>();
  readonly #config: PreparingClientConfig;

  constructor(config: PreparingClientConfig) {
    super({ ...config, connectionString: config.hosts.current });
    this.#config = config;
    // The pool listens only while the client is idle; an unhandled error event ends the process.
    this.on('error', () => {});
  }

  get hasPreparedMany(): boolean {
    return this.#prepared.size >= mostPrepared;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads cannot be restated in a subclass
  override query(...args: any[]): any {
    const [text, values] = args;
    const isPrepared =
      this.#config.prepares &&
      typeof text === 'string' &&
      Array.isArray(values) &&
      (values.length > 0 || isReading(text));
    if (isPrepared) {
      const name = statementName(text);
      this.#prepared.add(name);
      args.splice(0, 2, { name, text, values });
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- the same overloads
    return (super.query as any)(...args).catch((error: unknown) => {
      const { message, code } = error as Error & { code?: string };
      if (message === 'Query read timeout') this.#giveUp(this.#config.onSilence);
      if (code === readOnly) this.#giveUp(this.#config.onReadOnly);
      throw outageOr(error);
    });
  }

  /** Closes the connection: a late response would be taken for that of the next statement. */
  #giveUp(tell: () => void): void {
    tell();
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** Queries without parameters are constant texts, so they repeat. */
function isReading(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text);
}

const mostPrepared = 400;
const statementNames = new LRUCache<string, string>({ max: 2 * mostPrepared });

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    statementNames.set(text, name);
  }
  return name;
}
