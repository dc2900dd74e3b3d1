import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './stage.ts';

const folder = new URL('results/', import.meta.url);

/** Writes the figures of a run to bench/results, with the machine and versions they were measured on. */
export async function writeResults(
  name: string,
  { isQuick }: BenchOptions,
  versions: Readonly<Record<string, string>>,
  results: object,
): Promise<void> {
  if (isQuick) return;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    cpu: cpus()[0]?.model.trim(),
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${process.platform} ${release()}`,
  };
  const run = {
    at: new Date().toISOString(),
    commit,
    machine,
    versions: { node: process.version, ...versions },
  };
  await mkdir(folder, { recursive: true });
  const file = fileURLToPath(new URL(`${name}.json`, folder));
  await writeFile(file, `${JSON.stringify({ ...run, ...results }, null, 2)}\n`);
  process.stdout.write(`\nWritten to bench/results/${name}.json\n`);
}
