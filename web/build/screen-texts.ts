import path from 'node:path';
import { Visitor, type Plugin } from 'vite';
import { readScreens } from './screens.ts';
import { core } from './texts.ts';

const web = path.join(import.meta.dirname, '..');
const table = path.join(web, 'src/app/screens.ts');
const users = ['useT', 'getT', 'textGroup', 'findText'];
const loader = 'loadTexts';

interface Start {
  path: string;
  module: string;
  texts: readonly string[];
}

async function readStarts(): Promise<Start[]> {
  // Until a screen is loaded, only the core texts are there.
  return [{ path: 'index.html', module: 'src/main.tsx', texts: [] }, ...(await readScreens())];
}

/** Fails the build when a screen's modules use texts that its row does not name and none of them loads. */
export function screenTexts(read: () => Promise<Start[]> = readStarts): Plugin {
  const sections = new Map<string, { used: string[]; loaded: string[] }>();
  return {
    name: 'screen-texts',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\.tsx?$/, code: new RegExp(`\\b(?:${[...users, loader].join('|')})\\(`) },
      handler(code, id) {
        const used: string[] = [];
        const loaded: string[] = [];
        new Visitor({
          CallExpression({ callee, arguments: [section] }) {
            if (callee.type !== 'Identifier' || section?.type !== 'Literal') return;
            if (users.includes(callee.name)) used.push(String(section.value));
            if (callee.name === loader) loaded.push(String(section.value));
          },
        }).visit(this.parse(code));
        sections.set(id, { used, loaded });
      },
    },
    async buildEnd(error) {
      if (error) return;
      const modulesOf = (start: string) => {
        const found = new Set<string>();
        const visit = (id: string) => {
          if (found.has(id) || id === table) return;
          found.add(id);
          const info = this.getModuleInfo(id);
          [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])].forEach(visit);
        };
        visit(start);
        return [...found];
      };
      const missing = (await read()).flatMap(({ path: screen, module, texts }) => {
        const found = modulesOf(path.join(web, module)).flatMap((id) => sections.get(id) ?? []);
        const given = [...core, ...texts, ...found.flatMap(({ loaded }) => loaded)];
        const used = new Set(found.flatMap((calls) => calls.used));
        return [...used]
          .filter((section) => !given.includes(section))
          .map((section) => `${screen} does not name the texts '${section}', which it uses.`);
      });
      if (missing.length > 0) this.error(missing.join('\n'));
    },
  };
}
