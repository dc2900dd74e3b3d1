// Writes the types of the texts after a change in contract/texts/en.
import { writeFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { readCatalogues, writeTypes } from './lib/texts.ts';

writeFileSync(inRoot('contract/src/text-keys.ts'), writeTypes(readCatalogues('en')));
