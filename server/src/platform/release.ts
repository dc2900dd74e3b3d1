import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../', import.meta.url));
let commit: string | undefined;

/** Returns version and commit, such as "0.1.0+25f0202". @param given the commit of a copy without git */
export function nameRelease(given: string | undefined): string {
  commit ??= findCommit();
  const build = given ?? commit;
  return build ? `${packageFile.version}+${build}` : packageFile.version;
}

function findCommit(): string {
  // Without this folder git would look in the folders above, which may be another repository.
  if (!existsSync(`${root}.git`)) return '';
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim();
  } catch {
    return '';
  }
}
