import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Plugin } from 'vite';

const web = path.join(import.meta.dirname, '..');

/** Writes /too-old.js, which browsers load that cannot run the app: the texts of all languages and what shows them. */
export function tooOld(): Plugin {
  return {
    name: 'too-old',
    generateBundle() {
      const read = (language: string): unknown =>
        JSON.parse(readFileSync(path.join(web, `../contract/texts/${language}/too-old.json`), 'utf8'));
      const texts = Object.fromEntries(Object.keys(languages).map((language) => [language, read(language)]));
      const code = readFileSync(path.join(web, 'old-browsers/message.js'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'too-old.js',
        source: `var texts = ${JSON.stringify(texts)};\n${code}`,
      });
    },
  };
}
