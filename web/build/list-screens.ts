import { readRows } from '../src/app/screen.ts';
import { screens } from '../src/app/screens.ts';

/**
 * The rows of the table of screens. `screens.ts` runs this file, and replaces the module of each screen with its path.
 */
export const list = await Promise.all(
  readRows(screens).map(async ({ load, ...row }) => {
    const { default: module } = (await load()) as { default: string };
    return { ...row, module };
  }),
);
