import { runCommand, runMain, UsageError, type Output } from './command.ts';
import { readEnv } from './env.ts';
import { connect } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';

const help = `Usage: npm run migrate

Runs the migrations of this version that the database lacks. Servers may go on meanwhile. Set the same environment variables as for the
server (DATA_DIR or DATABASE_URL, DATABASE_DIRECT_URL, SECRET_KEY).`;

/** Runs the command. @returns the exit code */
export function run(args: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(help, output, async () => {
    if (args.length > 0) throw new UsageError('migrate takes no arguments.');
    const { db, close } = await connect(readEnv(env));
    try {
      const ran = await migrate(db, { say: output.say });
      for (const name of ran) output.say(`${name} ran.`);
      if (ran.length === 0) output.say('The database has all migrations of this version.');
      return true;
    } finally {
      await close();
    }
  });
}

if (import.meta.main) await runMain(run);
