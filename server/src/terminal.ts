/** Where a command writes its lines. */
export interface Output {
  say(line: string): void;
  complain(line: string): void;
}

export const terminal: Output = {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};
