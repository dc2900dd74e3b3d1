import { readRows } from '../src/app/screen.ts';
import { screens } from '../src/app/screens.ts';

/**
 * Lists the rows of the table of screens. screens.ts next to this file replaces each screen's module with its path.
 */
export const list = await Promise.all(
  readRows(screens).map(async ({ load, ...row }) => {
    const { default: module } = (await load()) as { default: string };
    return { ...row, module };
  }),
);
