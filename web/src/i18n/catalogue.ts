import type { en } from './en.ts';
import type { sections } from './en/sections.ts';

/** The same shape with every text free: what a locale has to fill in. */
type Texts<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Texts<T[Key]> };

/** English is the type: a locale that lacks a text, or has one too many, does not compile. */
export type Catalogue = Texts<typeof en>;

export type SectionName = keyof typeof sections;
/** The texts of one screen. */
export type SectionTexts<Name extends SectionName> = Texts<Awaited<ReturnType<(typeof sections)[Name]>>>;
export type Sections = { readonly [Name in SectionName]: () => Promise<SectionTexts<Name>> };
