import { chromium } from 'playwright-core';
import type { Engine } from './engine.ts';

export async function openChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    run: <T>(body: string) => page.evaluate<T>(`(async () => { ${body} })()`),
    async type(selector, text) {
      await page.focus(selector);
      for (const letter of text) await page.keyboard.press(letter === '\n' ? 'Enter' : letter);
    },
    chooseFile: (selector, file) => page.setInputFiles(selector, file),
    async setCookies(cookies) {
      const { origin: url } = new URL(page.url());
      await context.clearCookies();
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));
    },
    close: () => browser.close(),
  };
}
