import { languages } from '@upaj/contract/texts';
import type { Plugin } from 'vite';
import { moduleIdOf } from './texts.ts';

/**
 * Gives public/theme.js the hashed names of the texts, so that a browser fetches another language beside the
 * app, not after it.
 */
export function localePreload(): Plugin {
  return {
    name: 'locale-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const files = Object.keys(languages).map((language) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === moduleIdOf(language));
          return [language, chunk ? `/${chunk.fileName}` : ''];
        });
        const list = JSON.stringify(Object.fromEntries(files)).replaceAll('"', '&quot;');
        return html.replace('<script src="/theme.js"', `$& data-languages="${list}"`);
      },
    },
  };
}
