// Writes the types of the texts after a change in contract/texts/en.
import { writeFileSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';
import { readCatalogues, writeTypes } from './lib/texts.mjs';

writeFileSync(inRoot('contract/src/text-keys.ts'), writeTypes(readCatalogues(root).get('en') ?? new Map()));
