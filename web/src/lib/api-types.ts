import type { EndpointKey, Endpoints } from '@upaj/contract/endpoints';

type Schema = { _zod: { input: unknown; output: unknown } };
type Input<S> = S extends Schema ? S['_zod']['input'] : never;
type Output<S> = S extends Schema ? S['_zod']['output'] : never;

/** `data`, `page` and the rest: the whole envelope that a call answers with. */
export type Answer<K extends EndpointKey> = Output<Endpoints[K]['response']>;

type Has<K extends EndpointKey, Part extends string> = Endpoints[K] extends Record<Part, infer S> ? S : never;
type FileField<K extends EndpointKey> = Endpoints[K] extends { files: infer F } ? keyof F & string : never;

type Params<K extends EndpointKey> = [Has<K, 'params'>] extends [never]
  ? { params?: never }
  : { params: Input<Has<K, 'params'>> };

// A query is read leniently (all of it is `unknown` going in), so what comes out of it says more.
type Query<K extends EndpointKey> = [Has<K, 'query'>] extends [never]
  ? { query?: never }
  : { query?: Partial<Output<Has<K, 'query'>>> };

type Body<K extends EndpointKey> = [Has<K, 'body'>] extends [never]
  ? { body?: never }
  : { body: Input<Has<K, 'body'>> };

// A file turns the call into multipart, with progress in 0…1 of what has been sent.
type Files<K extends EndpointKey> = [FileField<K>] extends [never]
  ? { files?: never; onProgress?: never }
  : {
      files: { [F in FileField<K>]?: Blob | readonly Blob[] | undefined };
      onProgress?: (sent: number) => void;
    };

interface Always {
  signal?: AbortSignal;
  /** Milliseconds until the call gives up with a TimeoutError. */
  timeout?: number;
  headers?: Record<string, string>;
}

export type Options<K extends EndpointKey> = Params<K> & Query<K> & Body<K> & Files<K> & Always;

/** What `api` takes after the key: nothing at all where nothing is required. */
export type Arguments<K extends EndpointKey> =
  object extends Options<K> ? [options?: Options<K>] : [options: Options<K>];
