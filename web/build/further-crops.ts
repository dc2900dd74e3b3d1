import { crops } from '@upaj/contract/catalogue';
import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/crops';
import { isLanguage, languages } from '@upaj/contract/texts';
import type { Plugin } from 'vite';

const name = 'virtual:further-crops';

/**
 * Provides the crops that are not usual, by language: `virtual:further-crops` has functions that load them. They are as
 * large as the usual crops, and most screens show none of them.
 */
export function furtherCrops(): Plugin {
  return {
    name: 'further-crops',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${name}`) return `export default { ${Object.keys(languages).map(loaderOf).join(', ')} };`;
      const language = id.startsWith(`\0${name}/`) ? id.slice(name.length + 2) : '';
      return isLanguage(language) ? `export default ${JSON.stringify(cropsIn(language))};` : undefined;
    },
  };
}

const loaderOf = (language: string) => `${language}: () => import('${name}/${language}')`;

const cropsIn = (language: Parameters<typeof nameOfCrop>[1]) =>
  crops
    .filter(({ id }) => !findCrop(id))
    .map((crop) => ({ id: crop.id, en: crop.en, name: nameOfCrop(crop, language), category: crop.category }));
