import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { uploadFolder } from '#src/platform/http/upload-folder.ts';
import { findFaults } from './check.ts';
import { appealable } from './links.ts';
import { addMember, ensureAdministrator, ensureSession, restoreAll, type Setting } from './members.ts';
import { readOperations, type Operation } from './operations.ts';
import { describeChange } from './changes.ts';
import { socketCall, unexplained } from './ownership.ts';
import { makePhotos } from './photos.ts';
import { Report } from './report.ts';
import { makeRequest, type Caller, type FuzzRequest, type Mode } from './requests.ts';
import { setTheScene } from './scene.ts';
import { chance, pick, type Draw } from './schema-values.ts';
import { send, type Received } from './send.ts';
import { sendEvents } from './socket-events.ts';
import type { Target } from './target.ts';
import { World, type Change, type Member } from './world.ts';

export interface RunOptions {
  requests: number;
  seed: number;
  members: number;
  onProgress?: (sent: number) => void;
}

interface Exchange {
  request: FuzzRequest;
  received: Received;
  key: string | undefined;
}

interface Planned {
  operation: Operation;
  mode?: Mode;
}

/** Each of these callers makes every call once in the first batches. */
const tours = ['member', 'second', 'admin', 'stranger', 'incomplete'] as const;
const batchSize = 200;
const parallel = 8;

/** Calls that end the session or change what it needs. They are last in a batch, in this order. */
const ending = [
  'POST /api/v1/users/totp/confirm',
  'DELETE /api/v1/users/totp',
  'POST /api/v1/users/totp',
  'DELETE /api/v1/users/sessions/:sessionId',
  'POST /api/v1/users/change-password',
  'DELETE /api/v1/users/sessions',
  'POST /api/v1/users/reset-password',
  'POST /api/v1/users/logout',
  'DELETE /api/v1/users/account',
];
const giving = new Set([
  'POST /api/v1/post/create-post',
  'POST /api/v1/post/:postId/comments',
  'POST /api/v1/messages/send/:userId',
  'POST /api/v1/alerts',
  'POST /api/v1/users/contact-code',
  'POST /api/v1/offers',
  'PUT /api/v1/users/upi',
  'POST /api/v1/reviews/:username',
  'POST /api/v1/reports',
  'POST /api/v1/moderation/cases/:caseId/decisions',
]);
/** Calls that are made a third as often as others, because they are slow or delete what others need. */
const rare =
  /register|login|password|account|verif|avatar|cover-image|photos|fetch-rates|POST .*\/blocks|DELETE .*(post|alerts|push)\//;

/** Sends the requests in batches of one caller. Checks every response, and all rows after each batch. */
export async function run(target: Target, options: RunOptions): Promise<Report> {
  const { requests, seed } = options;
  const world = new World(await makePhotos());
  const list = await readOperations(target.url);
  const report = new Report(list.map(({ key }) => key));
  const operations = new Map(list.map((operation) => [operation.key, operation]));
  const drawFor = (number: number) =>
    fc.sample(fc.gen(), { seed: seed + number * 7_919, numRuns: 1 })[0] as Draw;
  const setting: Setting = { target, world, operations, drawFor };
  await setTheScene(setting, 0, options.members);

  const findCall = callFinder(list);
  const open = weighed(list.filter(({ access }) => access !== 'admin'));
  const admin = list.filter(({ access }) => access === 'admin');
  let members = options.members + 1;
  let before = new Set<string>();

  let batch = 0;
  for (let start = 0; start < requests; start += batchSize) {
    const size = Math.min(batchSize, requests - start);
    await runBatch(start, (caller) => plan(caller, batch, size));
    options.onProgress?.(start + size);
  }
  // Calls that have not succeeded by chance are made by new members, because the others have used up limits, such as
  // the offers of a day.
  for (let round = 0; round < 60 && report.unreached.length > 0; round += 1) {
    if (round % 10 === 0) {
      world.members.length = 0;
      await setTheScene(setting, members, options.members);
      members += options.members + 1;
    }
    const missing = list.filter(({ key }) => giving.has(key) || report.unreached.includes(key));
    const start = requests + batch * batchSize;
    const member =
      round % 2 === 0 ? await ensureAdministrator(setting, drawFor(start)) : await findAppellant(round);
    await runBatch(
      start,
      () => missing.map((operation) => ({ operation, mode: 'valid' })),
      member && { role: 'member', member },
    );
  }
  for (const line of target.errorLines) report.addFault(`the server logged ${line}`);
  const unfinished = await readdir(uploadFolder(target.dataDir)).catch(() => []);
  if (unfinished.length > 0) report.addFault(`files of ended requests: ${unfinished.join(', ')}`);
  return report;

  async function runBatch(
    start: number,
    planFor: (caller: Caller) => Planned[],
    chosen?: Caller,
  ): Promise<void> {
    const draw = drawFor(1_000_000_000 + batch);
    while (world.members.length < options.members) await addMember(setting, members++);
    const caller = chosen ?? (await chooseCaller(batch, draw));
    world.apply(await target.readRows());
    await world.readMails(target.dataDir);
    await world.readCodes(target.secretKey);
    const exchanges = await sendBatch(caller, planFor(caller), start);
    const events = caller.member ? await sendEvents(target.url, caller.member, world, draw) : undefined;
    const changes = world.apply(await target.readRows());
    const succeeded = checkResponses(caller, exchanges);
    if (events) {
      succeeded.add(socketCall);
      report.socketEvents += events.sent;
      for (const what of events.faults) report.addFault(what);
    }
    checkRows(caller, changes, new Set([...succeeded, ...before]), batch);
    before = succeeded;
    if (caller.role === 'admin') await restoreAll(setting);
    batch += 1;
  }

  /** Finds a member who can appeal in some of the rounds, because few have a decision to appeal. */
  async function findAppellant(round: number): Promise<Member | undefined> {
    const people = new Set(appealable(world).map((row) => row['person_id']));
    const member = round % 4 === 1 ? world.members.find(({ id }) => people.has(id)) : undefined;
    return member && (await ensureSession(setting, member)) ? member : undefined;
  }

  async function chooseCaller(batch: number, draw: Draw): Promise<Caller> {
    const kind = tours[batch];
    if (kind === 'admin' || (!kind && chance(6, draw))) return { role: 'admin' };
    if (kind === 'stranger' || (!kind && chance(25, draw))) return { role: 'stranger' };
    const incomplete = kind === 'incomplete' ? world.members.at(-1) : undefined;
    const member = incomplete ?? (kind ? world.members[batch] : pick(world.members, draw));
    if (member && (await ensureSession(setting, member))) return { role: 'member', member };
    if (member) world.members.splice(world.members.indexOf(member), 1);
    return { role: 'member', member: await addMember(setting, members++) };
  }

  function plan(caller: Caller, batch: number, size: number): Planned[] {
    const tour = caller.role === 'admin' ? admin : list.filter(({ access }) => access !== 'admin');
    const planned =
      batch < tours.length ? tour.map((operation) => ({ operation, mode: 'valid' as const })) : [];
    const rest = Array.from({ length: Math.max(0, size - planned.length) }, (_, index) => {
      const draw = drawFor(2_000_000_000 + batch * batchSize + index);
      const isOfAdmin = caller.role === 'admin' ? chance(80, draw) : chance(3, draw);
      return { operation: pick(isOfAdmin ? admin : open, draw) };
    });
    return [...planned, ...rest].slice(0, size);
  }

  async function sendBatch(caller: Caller, planned: readonly Planned[], start: number): Promise<Exchange[]> {
    const make = ({ operation, mode }: Planned, index: number) =>
      makeRequest({
        operation,
        caller,
        world,
        draw: drawFor(start + index),
        secretKey: target.secretKey,
        mode,
      });
    const keyOf = ({ sent }: FuzzRequest) => findCall(sent.method, sent.path);
    const made = new Map<number, FuzzRequest>();
    const results = new Map<number, Received>();
    const sendOne = async (index: number) => {
      const one = planned[index] as Planned;
      const request = make(one, index);
      made.set(index, request);
      const received = await send(target.url, request.sent);
      results.set(index, received);
      if (received.status >= 200 && received.status < 300) request.onSuccess(keyOf(request));
    };
    const isLast = (index: number) => ending.indexOf(planned[index]?.operation.key ?? '');
    const order = [...planned.keys()];
    await inParallel(
      order.filter((index) => isLast(index) < 0),
      sendOne,
    );
    for (const index of order
      .filter((at) => isLast(at) >= 0)
      .sort((one, other) => isLast(one) - isLast(other))) {
      if (caller.member && !(await ensureSession(setting, caller.member))) break;
      await sendOne(index);
    }
    // The order depends on the seed only, so that a seed repeats a run.
    return order.flatMap((index) => {
      const [request, received] = [made.get(index), results.get(index)];
      return request && received ? [{ request, received, key: keyOf(request) }] : [];
    });
  }

  function checkResponses(caller: Caller, exchanges: readonly Exchange[]): Set<string> {
    const succeeded = new Set<string>();
    for (const { request, received, key } of exchanges) {
      const { status, ms, body } = received;
      const text = body.toString();
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      report.add({ call: key ?? 'other', caller: caller.role, mode: request.mode, status, code, ms });
      for (const what of findFaults(request, received, key, caller.member, world))
        report.addFault(
          `${key ?? request.sent.path}: ${what} [${caller.role}, ${request.mode}]`,
          target.url,
          request.sent,
        );
      // The response 304 counts too: the client has the post already, but the server still counts the view.
      const isServed = (status >= 200 && status < 300) || status === 304;
      if (!isServed) continue;
      succeeded.add(key ?? 'other');
      const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
      if (key && cursor) world.cursors.set(key, cursor);
    }
    return succeeded;
  }

  function checkRows(
    caller: Caller,
    changes: readonly Change[],
    calls: ReadonlySet<string>,
    batch: number,
  ): void {
    const callerId = caller.member?.id;
    const strange = unexplained({ callerId, isAdmin: caller.role === 'admin', calls, changes, world });
    for (const change of strange.slice(0, 10))
      report.addFault(
        `batch ${batch} of a ${caller.role} ${callerId ?? ''} changed ${describeChange(change)}`,
      );
  }
}

function weighed(operations: readonly Operation[]): Operation[] {
  return operations.flatMap((operation) =>
    rare.test(operation.key) ? [operation] : [operation, operation, operation],
  );
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function callFinder(operations: readonly Operation[]): (method: string, path: string) => string | undefined {
  const patterns = operations
    .map(({ key, method, path }) => ({
      key,
      method,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
    // Fixed path segments take precedence over parameters.
    .sort((one, other) => (one.key.match(/:/g)?.length ?? 0) - (other.key.match(/:/g)?.length ?? 0));
  return (method, path) => {
    const [plain = ''] = path.split('?');
    // HEAD has the response of GET, without the body.
    const answered = method === 'HEAD' ? 'GET' : method;
    return patterns.find((one) => one.method === answered && one.pattern.test(plain))?.key;
  };
}
