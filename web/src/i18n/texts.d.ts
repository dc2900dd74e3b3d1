// The plugin in web/build/texts.ts makes these modules.
declare module 'virtual:texts/en' {
  import type { Messages } from '@lingui/core';

  /** Each section has its messages by key. */
  export const core: Record<string, Messages>;
  export const sections: Record<string, () => Promise<{ default: Messages }>>;
  /** Names have crop ids as keys. English and Hindi have none, because the list of crops has them. */
  export const cropNames: Readonly<Record<string, string>>;
  /**
   * Names of months and weekdays have the first three letters of their English names as keys. They are empty in
   * English.
   */
  export const dateNames: Readonly<Record<'long' | 'short', Readonly<Record<string, string>>>>;
  type Names = (() => Promise<{ default: Record<string, string> }>) | undefined;
  /** Names have the English names of places as keys. English has none. */
  export const places: Names;
}

declare module 'virtual:texts/others' {
  import type * as english from 'virtual:texts/en';

  const others: Record<string, () => Promise<typeof english>>;
  export default others;
}

// The plugin in web/build/further-crops.ts makes this module.
declare module 'virtual:further-crops' {
  import type { Language } from '@upaj/contract/texts';

  interface FurtherCrop {
    id: string;
    en: string;
    /** In the language of the list. */
    name: string;
    category: string;
  }
  const loaders: Readonly<Record<Language, () => Promise<{ default: readonly FurtherCrop[] }>>>;
  export default loaders;
}
