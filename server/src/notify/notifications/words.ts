export type Language = 'en' | 'hi';

/** How one kind of notice is told. `reason` completes 'You get this mail because of …'. */
export interface Words<Data> {
  title(data: Data, language: Language): string;
  sentence(data: Data, language: Language): string;
  /** Where it leads, on this site. */
  path(data: Data): string;
  several: { path: string; en: SeveralWords; hi: SeveralWords };
  en: { action: string; reason: string };
  hi: { action: string; reason: string };
}
interface SeveralWords {
  title(count: number): string;
  action: string;
}

/** Of several kinds at once. */
export const anyKinds: Words<never>['several'] = {
  path: '/notifications',
  en: { title: (count) => `${count} new notifications`, action: 'View all' },
  hi: { title: (count) => (count === 1 ? '1 नई सूचना' : `${count} नई सूचनाएं`), action: 'सभी देखें' },
};
