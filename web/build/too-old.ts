import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages, withEnglish } from '@upaj/contract/texts';
import type { Plugin } from 'vite';

const web = path.join(import.meta.dirname, '..');
/** The texts that web/old-browsers/message.js shows. */
const keys = ['title', 'advice', 'sharedPosts', 'openPost'];

/** Writes /too-old.js, which browsers load that cannot run the app: the texts of all languages and what shows them. */
export function tooOld(): Plugin {
  return {
    name: 'too-old',
    generateBundle() {
      const read = (language: string) =>
        JSON.parse(
          readFileSync(path.join(web, `../contract/texts/${language}/too-old.json`), 'utf8'),
        ) as Record<string, string>;
      const english = read('en');
      const textsOf = (language: string) => {
        const texts = withEnglish(read(language), english);
        return Object.fromEntries(keys.map((key) => [key, texts[key]]));
      };
      const texts = Object.fromEntries(
        Object.keys(languages).map((language) => [language, textsOf(language)]),
      );
      const code = readFileSync(path.join(web, 'old-browsers/message.js'), 'utf8');
      const source = `var texts = ${JSON.stringify(texts)};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'too-old.js', source });
    },
  };
}
