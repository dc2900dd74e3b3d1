// Made by web/build/texts.ts.
declare module 'virtual:texts/en' {
  import type { Messages } from '@lingui/core';

  /** Sections have messages by their key. */
  export const core: Record<string, Messages>;
  export const sections: Record<string, () => Promise<{ default: Messages }>>;
  /** By crop id; not in English and Hindi. */
  export const cropNames: Readonly<Record<string, string>>;
  /** Months and weekdays by the first three letters of their English names; empty in English. */
  export const dateNames: Readonly<Record<'long' | 'short', Readonly<Record<string, string>>>>;
  type Names = (() => Promise<{ default: Record<string, string> }>) | undefined;
  /** By the English name; not in English. */
  export const places: Names;
  export const commodities: Names;
}

declare module 'virtual:texts/others' {
  import type * as english from 'virtual:texts/en';

  const others: Record<string, () => Promise<typeof english>>;
  export default others;
}
