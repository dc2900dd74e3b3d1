import { spawn } from 'node:child_process';

const TAIL_LINES = 30;
const QUIET_INTERVAL_MS = 10_000;

/** A failure with a message for the user; shown without a stack. */
export class StepError extends Error {
  /** @param {string} message @param {string} [output] what the failing command printed */
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Prints a step with its progress and duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
  const started = Date.now();
  const elapsed = () => Date.now() - started;
  const onTty = process.stdout.isTTY;
  if (!onTty) console.log(`${title} …`);
  const ticker = setInterval(
    () => {
      if (onTty) process.stdout.write(`\r${title} … ${Math.round(elapsed() / 1000)} s `);
      else console.log(`  … ${Math.round(elapsed() / 1000)} s`);
    },
    onTty ? 1000 : QUIET_INTERVAL_MS,
  );
  if (onTty) process.stdout.write(`${title} …`);
  const close = (/** @type {string} */ end) => {
    clearInterval(ticker);
    console.log(onTty ? `\r${title} … ${end}   ` : `  ${end}`);
  };
  try {
    const result = await work();
    close(`done in ${seconds(elapsed())}`);
    return result;
  } catch (error) {
    close(`failed after ${seconds(elapsed())}`);
    throw error;
  }
}

/**
 * Runs a command and returns its output; failures carry its last lines.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { failure?: string }} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { failure, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const said = failure ?? `\`${[command, ...args].join(' ')}\` failed.`;
    child.on('error', (error) => reject(new StepError(`${said} (${error.message})`, output)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const how = signal ? `ended by ${signal}` : `exit code ${code}`;
      return reject(new StepError(`${said} (${how})`, output));
    });
  });
}

/** Prints the last lines of the command's output, then the message. @param {unknown} error */
export function reportFailure(error) {
  if (!(error instanceof StepError)) {
    console.error(error);
    return;
  }
  const lines = error.output.trimEnd().split('\n').slice(-TAIL_LINES);
  if (error.output.trim()) console.error(lines.map((line) => `  | ${line}`).join('\n'));
  console.error(error.message);
}
