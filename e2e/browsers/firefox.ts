import puppeteer, { type KeyInput } from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** Drives Firefox by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: async <T>(body: string) => (await page.evaluate(`(async () => { ${body} })()`)) as T,
    async type(selector, text) {
      await page.focus(selector);
      for (const letter of text) await page.keyboard.press((letter === '\n' ? 'Enter' : letter) as KeyInput);
    },
    async chooseFile(selector, file) {
      const input = await page.waitForSelector(selector);
      await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(file);
    },
    async setCookies(cookies) {
      const { hostname: domain } = new URL(page.url());
      await browser.deleteCookie(...(await browser.cookies()));
      await browser.setCookie(
        ...[...cookies].map(([name, value]) => ({ name, value, domain, path: '/', httpOnly: true })),
      );
    },
    close: () => browser.close(),
  };
}
