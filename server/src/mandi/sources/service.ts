import type { SourceRun, SourcesStore } from './store.ts';

export type SourceName = 'rates' | 'weather' | 'news';

/** The message is shown at /readyz, so it must not contain a key. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

export type SourcesService = ReturnType<typeof sourcesService>;

const longestError = 300;

export function sourcesService({ store }: { store: SourcesStore }) {
  return {
    /** Records whether `work` succeeded. Only messages of ProviderError are stored. @throws the error of `work`. */
    async run<T>(source: SourceName, work: () => Promise<T>): Promise<T> {
      let result: T;
      try {
        result = await work();
      } catch (error) {
        await store.saveFailure(source, describe(error));
        throw error;
      }
      await store.saveSuccess(source);
      return result;
    },

    /** Sources that never ran are not in the map. */
    async find(): Promise<ReadonlyMap<string, SourceRun>> {
      return new Map((await store.findRuns()).map((run) => [run.source, run]));
    },

    /** Reports the runs for operators at /readyz. */
    async report(): Promise<object> {
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
