import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, emailOf, findLogins, readDemoData } from '../server/demo/read.ts';
import { freePort, spawnServer, waitUntilOpen } from '../server/test/process.ts';

export interface DemoMarket {
  url: string;
  /** The cookie with the session of the demo farmer. */
  cookie: { name: string; value: string };
  /** The address of each screen, by the name of the screen. */
  screens: Record<string, string>;
  stop(): Promise<void>;
}

/** Runs `npm start` with demo data, in a temporary folder unless one is given. */
export async function startDemoMarket(folder: string | undefined): Promise<DemoMarket> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'upaj-bench-')));
  const server = spawnServer(await freePort(), {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DEMO_DATA: 'on',
    LOG_LEVEL: 'warn',
    // Nothing listens at this address, so that the weather provider does not affect the results.
    OPEN_METEO_URL: 'http://127.0.0.1:9',
  });
  const isComplete = new Promise<void>((resolve) => {
    server.child.stdout?.on('data', (text: Buffer) => {
      if (/demo market is complete/.test(text.toString())) resolve();
    });
  });
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    if (!folder) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilOpen(server);
    if (!folder) await isComplete;
    const url = server.url.replace('127.0.0.1', 'localhost');
    const cookie = await logIn(url);
    return { url, cookie, screens: await findScreens(url, cookie), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function logIn(url: string): Promise<{ name: string; value: string }> {
  const farmer = findLogins(readDemoData()).find(({ userType }) => userType === 'farmer');
  if (!farmer) throw new Error('The demo market has no farmer.');
  const response = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(farmer), password: demoPassword }),
  });
  const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  if (!response.ok || !value) throw new Error(`The demo farmer cannot log in: ${response.status}`);
  return { name, value };
}

async function findScreens(
  url: string,
  cookie: { name: string; value: string },
): Promise<Record<string, string>> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie: `${cookie.name}=${cookie.value}` } });
    return (await response.json()) as { data: { _id: string }[]; users: { username: string }[] };
  };
  const [feed, rates, chats] = await Promise.all([
    get('/api/v1/post/feed'),
    get('/api/v1/market/rates'),
    get('/api/v1/messages/users'),
  ]);
  return {
    'log in': '/login',
    register: '/register',
    feed: '/',
    Crops: '/Crops',
    post: `/post/${feed.data[0]?._id}`,
    profile: '/Profile',
    market: '/Market',
    rate: `/Market/rates/${rates.data[0]?._id}`,
    'chat list': '/Chat',
    room: `/chat/${chats.users[0]?.username}`,
    'create post': '/create-post',
  };
}
