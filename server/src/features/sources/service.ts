import type { SourceRun, SourcesStore } from './store.ts';

export type SourceName = 'rates' | 'weather' | 'news';

/** Why a provider did not deliver. Its message is shown at /readyz, so it must not hold a key. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

export interface SourcesService {
  /**
   * Does the work that asks a provider, and keeps whether it went well.
   * @throws what the work failed with. Only of a ProviderError the message is shown.
   */
  run<T>(source: SourceName, work: () => Promise<T>): Promise<T>;
  /** How each source did; one that was never asked is missing. One query. */
  find(): Promise<ReadonlyMap<string, SourceRun>>;
}

const longestError = 300;

export function sourcesService(store: SourcesStore): SourcesService {
  return {
    async run(source, work) {
      let result;
      try {
        result = await work();
      } catch (error) {
        await store.keepFailure(source, describe(error));
        throw error;
      }
      await store.keepSuccess(source);
      return result;
    },

    find: async () => new Map((await store.findRuns()).map((run) => [run.source, run])),
  };
}

function describe(error: unknown): string {
  return error instanceof ProviderError
    ? error.message.slice(0, longestError)
    : 'It failed here; the log says why';
}
