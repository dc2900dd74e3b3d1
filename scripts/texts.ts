// `npm run texts` brings the other languages and the types of keys up to date after a change in English.
import { writeFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { addText, completeTexts, describeUntranslated, readCatalogues, writeTypes } from './lib/texts.ts';

const help = `npm run texts
    writes the types of the texts, and the keys that are new in contract/texts/en to the other languages
npm run texts -- add errors.TOO_LATE "It is too late" post.sent "Sent"
    adds a key to the section "errors" and one to "post", and then does the same
npm run texts -- untranslated
    lists the texts that are not translated, and fails if there is one: for releases`;

function run(command = 'complete', ...values: string[]): string {
  if (command === 'untranslated') {
    const missing = describeUntranslated();
    if (missing.length > 0) throw new Error(missing.join('\n'));
    return 'Every text is translated';
  }
  if (command === 'add') {
    const added = pairsOf(values);
    for (const [name, message] of added) addText(name, message);
    complete();
    return describeUntranslated((name) => added.some(([of]) => of === name)).join('\n');
  }
  if (command !== 'complete') throw new Error(help);
  complete();
  return describeUntranslated().join('\n') || 'Every text is translated';
}

function pairsOf([name, message, ...rest]: readonly string[]): [name: string, message: string][] {
  if (!name || message === undefined) throw new Error(help);
  return [[name, message], ...(rest.length > 0 ? pairsOf(rest) : [])];
}

function complete(): void {
  completeTexts();
  writeFileSync(inRoot('contract/src/text-keys.ts'), writeTypes(readCatalogues('en')));
}

try {
  console.log(run(...process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
