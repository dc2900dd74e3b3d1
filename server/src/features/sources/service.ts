import type { SourceRun, SourcesStore } from './store.ts';

export type SourceName = 'rates' | 'weather' | 'news';

export interface SourcesService {
  /**
   * Does the work that asks a provider, and keeps whether it went well.
   * @throws what the work failed with. Its message is shown at /readyz, so it must not hold a key.
   */
  run<T>(source: SourceName, work: () => Promise<T>): Promise<T>;
  /** How each source did; one that was never asked is missing. One query. */
  find(): Promise<ReadonlyMap<string, SourceRun>>;
}

const longestError = 300;

export function sourcesService(store: SourcesStore): SourcesService {
  return {
    async run(source, work) {
      try {
        const result = await work();
        await store.keepSuccess(source);
        return result;
      } catch (error) {
        await store.keepFailure(source, String((error as Error).message).slice(0, longestError));
        throw error;
      }
    },

    find: async () => new Map((await store.findRuns()).map((run) => [run.source, run])),
  };
}
