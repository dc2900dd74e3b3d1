import { execFile } from 'node:child_process';
import { inRoot, pinnedNode, root } from './paths.mjs';

/**
 * Runs a tool of node_modules; resolves with its output, and fails with it.
 * @param {string} script @param {readonly string[]} args @param {string} [cwd] @returns {Promise<string>}
 */
export function runTool(script, args, cwd = root) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const options = { cwd, env, maxBuffer: 64 * 1024 ** 2 };
  return new Promise((resolve, reject) => {
    execFile(pinnedNode, [inRoot('node_modules', script), ...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      return reject(new Error(`${script} failed:\n${stdout}${stderr}`));
    });
  });
}
