import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { screenTexts } from '../../build/screen-texts.ts';

const root = path.join(import.meta.dirname, '../..');
const start = path.join(root, 'screen.ts');
const modules: Record<string, string> = {
  [start]: `import './part.ts'; import('./dialog.ts'); useT('settings');`,
  [path.join(root, 'part.ts')]: `findText('deals', key); useT('common');`,
  [path.join(root, 'dialog.ts')]: `getT('safety'); loadTexts('safety');`,
};

async function buildWith(texts: string[]): Promise<unknown> {
  const screens = [{ path: '/settings', module: 'screen.ts', texts }];
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: start } },
    plugins: [
      {
        name: 'modules',
        enforce: 'pre',
        resolveId: (id) => [id, path.join(root, id)].find((name) => name in modules),
        load: (id) => modules[id],
      },
      screenTexts(() => Promise.resolve(screens)),
    ],
  });
}

it('the build finds a section that a screen uses without naming it', async () => {
  await expect(buildWith(['deals'])).rejects.toThrow("/settings does not name the texts 'settings'");
  await buildWith(['deals', 'settings']);
});
