import { Client, type ClientConfig } from 'pg';
import { StartError } from '#src/platform/start-error.ts';

/** A server that does not respond within this many ms is left out. */
const probeTimeout = 1_500;

/** Knows the servers of one URL. If there are several, all connections go to the one that accepts writes. */
export class Hosts {
  readonly #urls: readonly [string, ...string[]];
  readonly #config: ClientConfig;
  #current: string;
  #finding: Promise<void> | undefined;

  constructor(url: string, config: ClientConfig) {
    this.#urls = splitHosts(url);
    this.#config = config;
    this.#current = this.#urls[0];
  }

  /** The URL of the server that accepted writes when they were last probed. */
  get current(): string {
    return this.#current;
  }

  /** Asks all servers which one is the primary. @throws OnlyStandby, or the first server's error if none responds */
  find(timeout = probeTimeout): Promise<void> {
    this.#finding ??= this.#find(timeout).finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #find(timeout: number): Promise<void> {
    const answers = await Promise.allSettled(this.#urls.map((url) => isStandby(url, timeout, this.#config)));
    const primary = answers.findIndex((answer) => answer.status === 'fulfilled' && !answer.value);
    const url = this.#urls[primary];
    if (url) this.#current = url;
    else if (answers.some(({ status }) => status === 'fulfilled')) throw new OnlyStandby();
    else throw (answers[0] as PromiseRejectedResult).reason;
  }
}

export class OnlyStandby extends Error {
  override name = 'OnlyStandby';
  constructor() {
    super(
      'it is a standby, which accepts no writes: give the primary, or all servers as postgres://…@one,two/…',
    );
  }
}

const readsAndWrites = ['any', 'read-write', 'primary'];

/** Splits `postgres://one,two:5433/upaj` into one URL for each server. @throws StartError */
export function splitHosts(url: string): [string, ...string[]] {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const [, start = '', hosts = '', path = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/]*)(.*)$/s.exec(address) ?? [];
  const search = new URLSearchParams(query);
  const wanted = search.get('target_session_attrs') ?? 'read-write';
  if (!readsAndWrites.includes(wanted))
    throw new StartError(`target_session_attrs=${wanted} is not supported: Upaj writes`);
  const rest = query.split('&').filter((part) => part && !part.startsWith('target_session_attrs='));
  const end = path + (rest.length > 0 ? `?${rest.join('&')}` : '');
  const [first = '', ...others] = hosts.split(',');
  return [`${start}${first}${end}`, ...others.map((host) => `${start}${host}${end}`)];
}

async function isStandby(connectionString: string, timeout: number, config: ClientConfig): Promise<boolean> {
  const client = new Client({
    ...config,
    connectionString,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    return rows[0]?.isStandby ?? false;
  } finally {
    void client.end();
  }
}
