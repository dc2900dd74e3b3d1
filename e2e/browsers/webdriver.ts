import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../server/test/process.ts';
import type { Engine } from './engine.ts';

interface Options {
  driver: string;
  capabilities: object;
  /** A virtual screen, for a browser that has no headless mode. */
  needsScreen?: boolean;
}

const element = 'element-6066-11e4-a52e-4f735466cecf';

/** Drives WebKit by WebDriver. Its sessions are private windows, which have limits of their own. */
export async function openWebDriver({ driver, capabilities, needsScreen }: Options): Promise<Engine> {
  const screen = needsScreen ? await startScreen() : undefined;
  const port = await freePort();
  const env = { ...process.env, ...(screen && { DISPLAY: screen.display }) };
  const child = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
  const server = `http://127.0.0.1:${port}`;

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(server + path, { method, ...init, signal: AbortSignal.timeout(90_000) });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${driver}: ${JSON.stringify(value)}`);
    return value;
  }

  async function end(): Promise<void> {
    await stop(child);
    if (screen) await stop(screen.child);
  }

  try {
    await waitUntil(() => fetch(`${server}/status`));
    const alwaysMatch = { ...capabilities, timeouts: { script: 60_000 } };
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch },
    });
    const session = `/session/${sessionId}`;
    const find = async (selector: string) => {
      const found = { using: 'css selector', value: selector };
      return (await call<Record<string, string>>('POST', `${session}/element`, found))[element] ?? '';
    };
    const sendKeys = async (selector: string, text: string) =>
      call<void>('POST', `${session}/element/${await find(selector)}/value`, { text });
    return {
      open: (url) => call('POST', `${session}/url`, { url }),
      async run<T>(body: string) {
        const script = `const done = arguments[arguments.length - 1];
          (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const result = await call<{ value: T; error?: string }>('POST', `${session}/execute/async`, {
          script,
          args: [],
        });
        if (result.error) throw new Error(result.error);
        return result.value;
      },
      type: (selector, text) => sendKeys(selector, text.replaceAll('\n', '\uE007')),
      chooseFile: sendKeys,
      async setCookies(cookies) {
        await call('DELETE', `${session}/cookie`);
        for (const [name, value] of cookies)
          await call('POST', `${session}/cookie`, { cookie: { name, value, path: '/', httpOnly: true } });
      },
      async close() {
        await call('DELETE', session).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function startScreen(): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(child.stdout, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, child };
}

async function waitUntil(isThere: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await isThere();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'close');
  child.kill();
  await ended;
}
