import type { PostgresPool } from 'kysely';
import { Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { circuitBreaker, type CircuitBreaker } from '#src/platform/circuit-breaker.ts';
import { Hosts } from './hosts.ts';
import { DatabaseAway } from './errors.ts';
import { PreparingClient, type PreparingClientConfig } from './preparing-client.ts';
import { roleLimits, roleSettings } from './role-limits.ts';
import { Standby } from './standby.ts';
import { currentLimits } from './time-limits.ts';
import { valueParsers } from './value-parsers.ts';

const options = Object.entries(roleSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * Times are in ms. Connecting and the statement take less than 10 s together. `query_timeout` ends the wait for a
 * server that does not respond.
 */
const limitsThroughPooler = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 6_000,
  // On a quiet server, a new connection with new plans would take most of a request's time.
  idleTimeoutMillis: 5 * 60_000,
};
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

/** Times are in ms. The primary would have responded long before these limits of a standby. */
const limitsOfStandby = { connectionTimeoutMillis: 1_500, query_timeout: 3_000 };

const connectionsForBackgroundWork = 4;
const connectionsForLongWork = 8;
const keepAliveInitialDelayMillis = 10_000;
const mostWaiting = 1_000;
const waitedTooLong = 'timeout exceeded when trying to connect';
const tooManyConnections = '53300';

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
  /** The address of the database itself, if `url` is that of a pooler, for work with limits or locks of its own. */
  directUrl?: string | undefined;
  /** The standby that lists are read from. */
  readUrl?: string | undefined;
  /** False for a pooler that does not keep the prepared statements of a connection. */
  prepares?: boolean | undefined;
  size: number;
  /** The name that PostgreSQL's list of connections shows. */
  name?: string | undefined;
  isPatient?: boolean | undefined;
}

/**
 * Has a pool for requests, a quarter of the connections for lists alone, and small pools for short and long background
 * work. Throws DatabaseAway at once while PostgreSQL is down.
 */
export class PostgresPools implements PostgresPool {
  readonly options: PoolConfig;
  readonly #pools: Record<'request' | 'list' | 'background' | 'long', Pool>;
  readonly #standby: Standby | undefined;
  readonly #hosts: Hosts[];
  readonly #breaker: CircuitBreaker;

  constructor(options: PoolsOptions) {
    const { url, directUrl, readUrl, prepares = !directUrl, size, name, isPatient = false } = options;
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
        prepares: prepares || of === direct,
        onSilence: () => void this.findPrimary().catch(() => this.#breaker.trip()),
        onReadOnly: () => void of.find().catch(() => this.#breaker.trip()),
      });
    const ownLimits = isPatient ? limitsOfBackgroundWork : limitsOfRequests;
    const limits = directUrl ? limitsThroughPooler : ownLimits;
    const forLists = Math.max(1, Math.floor(size / 4));
    this.#pools = {
      request: open(limits, Math.max(1, size - forLists), hosts),
      list: open(limits, forLists, hosts),
      background: open(limitsOfBackgroundWork, connectionsForBackgroundWork, direct),
      long: open(limitsOfLongWork, connectionsForLongWork, direct),
    };
    if (!readUrl) return;
    const leaveOut = () => this.#standby?.leaveOut();
    const pool = openPool({
      ...this.options,
      ...limits,
      ...limitsOfStandby,
      max: size,
      hosts: new Hosts(readUrl, application),
      prepares,
      onSilence: leaveOut,
      onReadOnly: leaveOut,
    });
    this.#standby = new Standby(pool, {
      findWritten: () => findBytes(this.#pools.background, "pg_current_wal_lsn() - '0/0'"),
      findShown: () =>
        findBytes(pool, "case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end"),
    });
  }

  get standby(): Standby | undefined {
    return this.#standby;
  }

  /** @throws OnlyStandby, or the error of a server that does not respond */
  async findPrimary(timeout?: number): Promise<void> {
    await Promise.all(this.#hosts.map((hosts) => hosts.find(timeout)));
  }

  async connect(): Promise<PoolClient> {
    const limits = currentLimits();
    const client = limits === 'lagging list' && (await this.#standby?.connect());
    if (client) return client;
    if (this.#breaker.isOpen) throw new DatabaseAway(new Error('it does not answer'));
    const pool = this.#poolFor(limits);
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
    const pools = { ...this.#pools, ...(this.#standby && { standby: this.#standby.pool }) };
    const states = Object.entries(pools).map(([name, pool]) => [name, stateOf(pool)] as const);
    return { isBreakerOpen: this.#breaker.isOpen, pools: Object.fromEntries(states) };
  }

  /** Lists also use connections that requests do not need now. */
  #poolFor(limits: ReturnType<typeof currentLimits>): Pool {
    const { request, list } = this.#pools;
    if (limits !== 'list' && limits !== 'lagging list') return this.#pools[limits];
    return hasRoom(list) || !hasRoom(request) ? list : request;
  }

  async end(): Promise<void> {
    this.#breaker.close();
    await this.#standby?.close();
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
  }
}

async function findBytes<Bytes>(pool: Pool, bytes: string): Promise<Bytes> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ bytes: Bytes }>(`select ${bytes} as bytes`);
    client.release();
    return rows[0]?.bytes as Bytes;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function hasRoom({ idleCount, totalCount, options }: Pool): boolean {
  return idleCount > 0 || totalCount < options.max;
}

function openPool(config: PoolConfig & PreparingClientConfig): Pool {
  class OwnClient extends PreparingClient {
    constructor() {
      super(config);
    }
  }
  const pool = new Pool({ ...config, Client: OwnClient });
  // The pool replaces idle connections that break, so their errors need no handling.
  pool.on('error', () => {});
  // A connection with many prepared statements is closed, because they live as long as their connection.
  pool.on('release', (_, client) => {
    if ((client as unknown as PreparingClient).hasPreparedMany) void client.end();
  });
  return pool;
}
