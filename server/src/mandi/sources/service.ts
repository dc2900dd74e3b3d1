import type { SourceRun, SourcesStore } from './store.ts';

export type SourceName = 'rates' | 'weather' | 'news';

/** The message is shown at /readyz, so it must not contain a key. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

export interface SourcesService {
  /**
   * Records whether `work` succeeded. Only messages of ProviderError are stored. @throws the error of `work`.
   */
  run<T>(source: SourceName, work: () => Promise<T>): Promise<T>;
  /** By source; without those that never ran. One query. */
  find(): Promise<ReadonlyMap<string, SourceRun>>;
  /** For operators. */
  report(): Promise<object>;
}

const longestError = 300;

export function sourcesService(store: SourcesStore): SourcesService {
  return {
    async run(source, work) {
      let result;
      try {
        result = await work();
      } catch (error) {
        await store.saveFailure(source, describe(error));
        throw error;
      }
      await store.saveSuccess(source);
      return result;
    },

    find: async () => new Map((await store.findRuns()).map((run) => [run.source, run])),

    async report() {
      const runs = await store.findRuns();
      return Object.fromEntries(
        runs.map(({ source, lastSuccessAt: lastSuccess, lastFailureAt: lastFailure, lastError: error }) => [
          source,
          { lastSuccess, lastFailure, error },
        ]),
      );
    },
  };
}

function describe(error: unknown): string {
  return error instanceof ProviderError
    ? error.message.slice(0, longestError)
    : 'Internal error. See the log for details.';
}
