import type { ListedReport } from '@upaj/contract/moderation/admin';
import { mediaCall, type AdminCall, type ReportList } from './admin-call.ts';
import { runCommand, runMain, UsageError, withApp, type Output } from './command.ts';
import { readEnv, type Env } from './env.ts';
import { addressOf, callServer, signedRequest, type AdminResult } from './platform/admin-client.ts';
import { StartError } from './platform/start-error.ts';

interface Described {
  usage: string;
  does: string;
}

interface Command extends Described {
  call(args: string[]): AdminCall;
}

/** A command that does its work in this process, without a call to a server. */
interface OwnCommand extends Described {
  run(args: string[], env: Env, say: (line: string) => void): Promise<string>;
}

const commands: Record<string, Command | OwnCommand> = {
  verify: ofPerson('verify', 'gives a user the verified badge'),
  unverify: ofPerson('unverify', 'removes the verified badge'),
  suspend: {
    usage: 'suspend USER [REASON]',
    does: 'logs a user out everywhere, blocks their login and hides all their posts',
    call: ([person, ...reason]) =>
      post('suspend', { person: requireArg(person, 'USER'), reason: reason.join(' ') }),
  },
  unsuspend: ofPerson('unsuspend', 'ends a suspension; posts hidden by reports stay hidden'),
  role: {
    usage: 'role USER moderator|administrator|none',
    does: 'makes a user a moderator or administrator, or takes the role away',
    call: ([person, role, ...rest]) =>
      post('role', { person: requireArg(person, 'USER'), role: only([role ?? '', ...rest], 'ROLE') }),
  },
  'second-factor': {
    usage: 'second-factor USER off',
    does: 'switches two-step verification off, for a lost phone',
    call([person, action, ...rest]) {
      if (action !== 'off' || rest.length > 0) throw new UsageError('second-factor accepts only USER off.');
      return post('second-factor-off', { person: requireArg(person, 'USER') });
    },
  },
  reports: {
    usage: 'reports [--all]',
    does: 'lists the open reports; with --all, also the resolved ones',
    call([flag, ...rest]) {
      if ((flag !== undefined && flag !== '--all') || rest.length > 0)
        throw new UsageError('reports accepts only --all.');
      const path = `/api/v1/admin/reports${flag ? '?all=true' : ''}`;
      return { method: 'GET', path, describe: describeReports };
    },
  },
  resolve: {
    usage: 'resolve REPORT_ID',
    does: 'resolves a report; shows a post that only reports hid when none is left',
    call: (args) => post('resolve', { reportId: only(args, 'REPORT_ID') }),
  },
  'hide-post': ofPost('hide-post', 'hides a post from everyone except its owner'),
  'show-post': ofPost('show-post', 'shows a hidden post again and resolves its open reports'),
  'delete-comment': {
    usage: 'delete-comment COMMENT_ID',
    does: 'deletes a comment and resolves its open reports',
    call: (args) => post('delete-comment', { commentId: only(args, 'COMMENT_ID') }),
  },
  media: {
    usage: 'media move|check [--repair]',
    does: 'moves photos to S3 or back to the disk; finds photos without files and files without photos',
    call: mediaCall,
  },
  backup: {
    usage: 'backup FOLDER',
    does: 'adds a backup of database and photos to a folder',
    async run(args, env, say) {
      const { backUp } = await import('./platform/backup/backup.ts');
      return backUp(env, only(args, 'FOLDER'), say);
    },
  },
  restore: {
    usage: 'restore FOLDER [--replace]',
    does: 'restores the newest backup in a folder; --replace gives up the present database',
    async run(args, env, say) {
      const { restore } = await import('./platform/backup/restore.ts');
      const folder = only(
        args.filter((arg) => arg !== '--replace'),
        'FOLDER',
      );
      const restored = await restore(env, folder, { isReplacing: args.includes('--replace'), say });
      return withApp(restored, ({ services }) => services.photos.settle());
    },
  },
  'fetch-rates': {
    usage: 'fetch-rates',
    does: 'fetches today’s rates from data.gov.in now; takes a minute or two',
    call(args) {
      if (args.length > 0) throw new UsageError('fetch-rates takes no arguments.');
      return post('fetch-rates', {});
    },
  },
  database: {
    usage: 'database prepare',
    does: 'gives the role of DATABASE_URL its limits, for a pooler such as pgbouncer',
    async run([action, ...rest], env) {
      if (action !== 'prepare' || rest.length > 0) throw new UsageError('database accepts only "prepare".');
      if (!env.databaseUrl) throw new StartError('The embedded database has no roles.');
      const [{ connect }, { prepareRole }] = await Promise.all([
        import('./platform/db/connect.ts'),
        import('./platform/db/role-limits.ts'),
      ]);
      const { db, close } = await connect(env);
      return prepareRole(db).finally(close);
    },
  },
};

function ofPerson(name: string, does: string): Command {
  return { usage: `${name} USER`, does, call: (args) => post(name, { person: only(args, 'USER') }) };
}

function ofPost(name: string, does: string): Command {
  return { usage: `${name} POST_ID`, does, call: (args) => post(name, { postId: only(args, 'POST_ID') }) };
}

function post(name: string, body: object): AdminCall {
  return { method: 'POST', path: `/api/v1/admin/${name}`, body };
}

function requireArg(arg: string | undefined, name: string): string {
  if (!arg) throw new UsageError(`${name} is missing.`);
  return arg;
}

function only([arg, ...rest]: string[], name: string): string {
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}.`);
  return requireArg(arg, name);
}

function help(): string {
  const lines = Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(29)} ${does}`);
  return `Usage: npm run admin -- <command>\n\n${lines.join('\n')}\n
USER is a username or an email address. Works whether or not the server is running. Set the same environment variables
as for the server (PORT, HOST, DATA_DIR, DATABASE_URL, SECRET_KEY, S3_URL).`;
}

async function send(env: Env, call: AdminCall): Promise<AdminResult> {
  return (await callServer(env, call)) ?? (await callApp(env, call));
}

async function callApp(env: Env, call: AdminCall): Promise<AdminResult> {
  try {
    const { method, path: url } = call;
    return await withApp(env, async ({ server }) =>
      (await server.inject({ method, url, ...signedRequest(env, call) })).json<AdminResult>(),
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`No server is listening at ${addressOf(env)}, and ${error.message}`);
  }
}

function describeReports({ data }: AdminResult): string {
  const { reports, total } = data as ReportList;
  const more = total > reports.length ? `\n… and ${total - reports.length} older ones.` : '';
  return reports.length === 0 ? 'No reports.' : reports.map(describeReport).join('\n\n') + more;
}

function describeReport(report: ListedReport): string {
  const state = [report.isResolved ? 'resolved' : 'open', ...(report.isHidden ? ['post hidden'] : [])];
  const { deal } = report;
  const parts = [
    report.text && `“${oneLine(report.text)}”`,
    report.details && `says: ${oneLine(report.details)}`,
  ];
  return [
    `report ${report._id}   ${report.date}   ${state.join(', ')}`,
    `  ${report.kind} ${report.targetId} of @${report.ownerUsername}: ${report.reason}`,
    deal
      ? `  deal ${deal.number}, buyer @${deal.buyer}, seller @${deal.seller}`
      : `  by @${report.reporterUsername}, weight ${report.weight}`,
    ...parts.filter(Boolean).map((line) => `  ${line}`),
  ].join('\n');
}

/** Removes control characters, because user text could fake output on a moderator's terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 300);
}

/** Runs a command. @returns the exit code */
export function run(
  [name = 'help', ...args]: string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return runCommand(help(), output, async () => {
    if (['help', '--help', '-h'].includes(name)) {
      output.say(help());
      return true;
    }
    if (!command) throw new UsageError(`Unknown command "${name}".`);
    if ('run' in command) {
      output.say(await command.run(args, readEnv(env), output.say));
      return true;
    }
    let isFine = true;
    for (let call: AdminCall | undefined = command.call(args); call;) {
      const result = await send(readEnv(env), call);
      if (!result.success)
        throw new StartError(result.message ?? 'The server refused without giving a reason.');
      const text = call.describe ? call.describe(result) : (result.message ?? '');
      if (text) output.say(text);
      isFine = call.isFine?.() ?? true;
      call = call.next?.(result);
    }
    return isFine;
  });
}

if (import.meta.main) await runMain(run);
