import { ProviderError, sourcesService, type SourcesService } from '#src/features/sources/service.ts';
import { sourcesStore } from '#src/features/sources/store.ts';
import type { TestDatabase } from './database.ts';

/** How the sources of a test's database did. */
export function openSources({ db }: TestDatabase): SourcesService {
  return sourcesService(sourcesStore(db));
}

/** What a provider's adapter fails with. */
export function providerError(message: string): Error {
  return new ProviderError(message);
}
