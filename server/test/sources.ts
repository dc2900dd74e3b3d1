import { ProviderError, sourcesService, type SourcesService } from '#src/mandi/sources/service.ts';
import { sourcesStore } from '#src/mandi/sources/store.ts';
import type { TestDatabase } from './database.ts';

export function openSources({ db }: TestDatabase): SourcesService {
  return sourcesService({ store: sourcesStore({ db }) });
}

export function providerError(message: string): Error {
  return new ProviderError(message);
}
