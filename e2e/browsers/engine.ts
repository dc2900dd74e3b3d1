import type { Person } from '../../server/test/factories.ts';
import { expect } from 'vitest';

/** What the journeys in all engines need of a browser. */
export interface Engine {
  open: (url: string) => Promise<void>;
  /** Runs the body of an async function in the page. */
  run: <T>(body: string) => Promise<T>;
  /** Types into the element that this CSS selector finds. `\n` presses Enter. */
  type: (selector: string, text: string) => Promise<void>;
  chooseFile: (selector: string, file: string) => Promise<void>;
  setCookies: (cookies: ReadonlyMap<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** Replaces the session by that of this person. */
export async function enterAs(engine: Engine, { client }: Person, path: string): Promise<void> {
  await engine.open(`${client.url}/healthz`);
  await engine.setCookies(client.cookies);
  await engine.open(client.url + path);
}

/** Waits until the page's script returns something. */
export async function until(engine: Engine, body: string): Promise<void> {
  // A page that is just being left refuses the script.
  const run = () => engine.run(`return Boolean(await (async () => { ${body} })())`).catch(() => undefined);
  await expect.poll(run, { timeout: 60_000, interval: 200, message: body }).toBeTruthy();
}

export const seeText = (engine: Engine, text: string) =>
  until(engine, `return document.body.innerText.includes(${JSON.stringify(text)})`);

/** Presses the last button or link with this name, which is the one of an open dialog. */
export async function press(engine: Engine, name: string): Promise<void> {
  await until(
    engine,
    `const named = [...document.querySelectorAll('button, a, [role=button]')].filter((element) =>
      !element.disabled && element.getClientRects().length > 0 &&
      [element.getAttribute('aria-label'), element.innerText.trim()].includes(${JSON.stringify(name)}));
    named.at(-1)?.click();
    return named.length > 0`,
  );
}

/** Enters values as React expects them, by the names of the fields. */
export async function fill(engine: Engine, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await until(
      engine,
      `const field = [...document.querySelectorAll('[name="${name}"]')].at(-1);
      if (!field) return false;
      field.focus();
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
      field.blur();
      return field.value !== ''`,
    );
  }
}
