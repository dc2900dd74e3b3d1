// `npm run texts` brings the other languages and the types of keys up to date after a change in English.
import { writeFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { addText, completeTexts, describeUntranslated, readCatalogues, writeTypes } from './lib/texts.ts';

const help = `npm run texts
    writes the types of the texts, and the keys that are new in contract/texts/en to the other languages
npm run texts -- add errors.TOO_LATE "It is too late"
    adds a key to the section "errors", and then does the same
npm run texts -- untranslated
    lists the texts that are not translated, and fails if there is one: for releases`;

function run(command = 'complete', ...values: string[]): string {
  if (command === 'untranslated') {
    const missing = describeUntranslated();
    if (missing.length > 0) throw new Error(missing.join('\n'));
    return 'Every text is translated';
  }
  const [name, message] = values;
  if (command === 'add' && name && message !== undefined && values.length === 2) addText(name, message);
  else if (command !== 'complete') throw new Error(help);
  completeTexts();
  writeFileSync(inRoot('contract/src/text-keys.ts'), writeTypes(readCatalogues('en')));
  return describeUntranslated().join('\n') || 'Every text is translated';
}

try {
  console.log(run(...process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
