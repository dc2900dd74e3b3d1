import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { programIn } from '../../../scripts/lib/find-programs.mjs';
import { freePort } from '#test/process.ts';

export type ProxyName = 'Caddy' | 'HAProxy' | 'nginx';

export interface Proxy {
  url: string;
  pid: number;
  close(): Promise<void>;
}

interface Place {
  folder: string;
  port: number;
  servers: readonly string[];
}

interface Recipe {
  file: string;
  program: string;
  checkArgs: (config: string) => string[];
  runArgs: (config: string) => string[];
  /**
   * Replaces only what differs on this machine, such as paths and ports, so that the test covers the rest of the
   * recipe.
   */
  fit(text: string, place: Place): string;
  env?: (place: Place) => NodeJS.ProcessEnv;
  certificate: (folder: string) => string;
}

const searched = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;
const recipes: Record<ProxyName, Recipe> = {
  Caddy: {
    file: 'Caddyfile',
    program: 'caddy',
    checkArgs: (config) => ['validate', '--adapter', 'caddyfile', '--config', config],
    runArgs: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
    fit: (text, { folder }) =>
      `{\nadmin off\nauto_https disable_redirects\nskip_install_trust\nstorage file_system ${folder}\n}\n${text}`,
    env: ({ folder, port, servers }) => ({
      HOME: folder,
      UPAJ_SITE: `https://localhost:${port}`,
      UPAJ_SERVERS: servers.join(' '),
    }),
    certificate: (folder) => join(folder, 'pki/authorities/local/root.crt'),
  },
  HAProxy: {
    file: 'haproxy.cfg',
    program: 'haproxy',
    checkArgs: (config) => ['-c', '-f', config],
    runArgs: (config) => ['-db', '-f', config],
    fit: (text, { folder, port, servers }) =>
      withServers(text, servers)
        .replace('bind :80\n', '')
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/haproxy', folder),
    certificate: (folder) => join(folder, 'upaj.pem'),
  },
  nginx: {
    file: 'nginx.conf',
    program: 'nginx',
    checkArgs: (config) => ['-t', '-e', 'stderr', '-c', config],
    runArgs: (config) => ['-e', 'stderr', '-c', config],
    fit: (text, { folder, port, servers }) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
  ${withServers(text, servers)
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/nginx', folder)}
}`,
    certificate: (folder) => join(folder, 'upaj.pem'),
  },
};

export const proxyNames = Object.keys(recipes) as ProxyName[];

/** Returns whether the proxy is installed. Without it, its tests are skipped. */
export function isInstalled(name: ProxyName): boolean {
  return [recipes[name].program, 'openssl'].every((program) => programIn(searched, [program]));
}

function readRecipe(name: ProxyName): string {
  return readFileSync(new URL(`../../../deploy/proxies/${recipes[name].file}`, import.meta.url), 'utf8');
}

function withServers(text: string, servers: readonly string[]): string {
  const lines = text.split('\n').map((line) => {
    const [, number] = /10\.0\.0\.1(\d):3000/.exec(line) ?? [];
    if (!number) return line;
    const server = servers[Number(number) - 1];
    return server && line.replace(/10\.0\.0\.1\d:3000/, server);
  });
  return lines.filter((line) => line !== undefined).join('\n');
}

interface ProxyOptions {
  port?: number;
  /** True for a proxy without TLS, which some load generators do not speak. Only HAProxy supports this. */
  isPlain?: boolean;
}

/** Runs the recipe of deploy/ in front of these servers, with a certificate that this process trusts from then on. */
export async function startProxy(
  name: ProxyName,
  servers: readonly string[],
  { port, isPlain = false }: ProxyOptions = {},
): Promise<Proxy> {
  const { program, checkArgs, runArgs, fit, env, certificate } = recipes[name];
  const folder = await mkdtemp(join(tmpdir(), 'upaj-proxy-'));
  const place = {
    folder,
    port: port ?? (await freePort()),
    servers: servers.map((url) => new URL(url).host),
  };
  const config = join(folder, 'config');
  makeCertificate(folder);
  const fitted = fit(readRecipe(name), place);
  const withoutTls = () => fitted.replace(/ ssl crt \S+ alpn \S+/, '').replace(/.*redirect scheme.*\n/, '');
  await writeFile(config, isPlain ? withoutTls() : fitted);
  const options = { env: { PATH: searched, ...env?.(place) } };
  const file = programIn(searched, [program]) ?? program;
  execFileSync(file, checkArgs(config), { ...options, stdio: 'pipe' });
  const child = spawn(file, runArgs(config), { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const close = async () => {
    process.off('exit', kill);
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = isPlain ? `http://127.0.0.1:${place.port}` : `https://localhost:${place.port}`;
  const isOpen = async () => {
    setDefaultCACertificates([...getCACertificates(), await readFile(certificate(folder), 'utf8')]);
    return (await fetch(`${url}/readyz`)).ok;
  };
  for (const until = Date.now() + 30_000; !(await isOpen().catch(() => false)); await sleep(100))
    if (child.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error(`${name} did not start: ${said}`);
    }
  return { url, pid: child.pid ?? 0, close };
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'upaj.key'), join(folder, 'upaj.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', certificate, ...subject], { stdio: 'pipe' });
  // HAProxy reads the key from the same file.
  execFileSync('sh', ['-c', `cat ${key} >> ${certificate}`]);
}
