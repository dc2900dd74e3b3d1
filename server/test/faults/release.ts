import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Release {
  folder: string;
  name: string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The file with the commit that counts as the previous release while no release has a tag. */
const named = join(root, 'deploy/previous-release');
const parts = ['package.json', 'contract', 'server', 'bench'];

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * Finds the last tagged commit, else the one that deploy/previous-release names. Returns undefined if the history lacks
 * it.
 */
export function findPreviousRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    const [commit = ''] = readFileSync(named, 'utf8').split(/\s/);
    try {
      git('cat-file', '-e', `${commit}^{commit}`);
      return commit;
    } catch {
      return undefined;
    }
  }
}

/** Finds migrations that were changed or removed since this commit. Migrations may only be added. */
export function findChangedMigrations(commit: string): string[] {
  return git('diff', '--name-status', commit, '--', 'server/migrations')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('A'));
}

interface CheckOutOptions {
  /** With 'of the commit', npm installs the packages of that commit, unless they are the same as here. */
  packages?: 'of this version' | 'of the commit';
}

/** Checks out the server and the benches of another commit. */
export async function checkOutRelease(
  commit: string,
  { packages = 'of this version' }: CheckOutOptions = {},
): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-release-'));
  const extract = (...paths: string[]) => {
    const archive = execFileSync('git', ['archive', commit, ...paths], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  };
  try {
    if (packages === 'of this version' || hasSamePackages(commit)) {
      extract(...parts);
      return await complete(folder, commit);
    }
    extract();
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    return releaseIn(folder, commit);
  } catch (error) {
    await releaseIn(folder, commit).close();
    throw error;
  }
}

function hasSamePackages(commit: string): boolean {
  const versionsIn = (lock: string) =>
    Object.entries((JSON.parse(lock) as { packages: Record<string, { version?: string }> }).packages)
      .filter(([name]) => name.includes('node_modules/'))
      .map(([name, { version }]) => `${name} ${version}`)
      .join();
  const ours = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return versionsIn(git('show', `${commit}:package-lock.json`)) === versionsIn(ours);
}

/** Copies this server and adds one more migration. */
export async function buildNextRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-release-'));
  for (const part of parts) {
    const filter = (path: string) => basename(path) !== 'node_modules';
    await cp(join(root, part), join(folder, part), { recursive: true, filter });
  }
  const migration = 'alter table posts add column one_more integer not null default 0;\n';
  await writeFile(join(folder, 'server/migrations/9999-one-more.sql'), migration);
  return complete(folder, 'next');
}

async function complete(folder: string, name: string): Promise<Release> {
  await symlink(join(root, 'web'), join(folder, 'web'));
  for (const modules of ['node_modules', 'contract/node_modules', 'server/node_modules'])
    if (existsSync(join(root, modules))) await linkPackages(join(root, modules), join(folder, modules));
  return releaseIn(folder, name);
}

function releaseIn(folder: string, name: string): Release {
  return { folder, name, close: () => rm(folder, { recursive: true, force: true }) };
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of readdirSync(from)) {
    // The links in `@upaj` are copied, so that they lead to the folders of the release, and not to those of this
    // checkout.
    if (entry === '@upaj')
      await cp(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true });
    else if (!entry.startsWith('.')) await symlink(join(from, entry), join(to, entry));
  }
}
