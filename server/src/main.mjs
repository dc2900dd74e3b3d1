// This file is JavaScript: for a main file in TypeScript, Node loads what removes types, which comes before the cache.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Modules that are loaded after this are compiled once. Where the folder cannot be written, they are compiled at each start.
enableCompileCache(fileURLToPath(new URL('../../.cache/modules', import.meta.url)));
await import('./start.ts');
