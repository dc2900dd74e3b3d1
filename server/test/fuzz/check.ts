import { endpoints, type Endpoint, type EndpointKey } from '@upaj/contract/endpoints';
import { failureSchema, type Failure } from '@upaj/contract/envelope';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import * as z from 'zod/mini';
import { forwardedHost, type FuzzRequest } from './requests.ts';
import { patience, type Received } from './send.ts';
import type { Member, World } from './world.ts';

/** This call may take longer than others, because it sends 36 requests to a provider. */
const slowCalls = new Set(['POST /api/v1/admin/fetch-rates']);

export function findFaults(
  { sent, mustFail }: FuzzRequest,
  { status, headers, body, ms }: Received,
  key: string | undefined,
  caller: Member | undefined,
  world: World,
): string[] {
  const faults: string[] = [];
  if (ms > patience && !(key && slowCalls.has(key))) faults.push(`took ${Math.round(ms)} ms`);
  if (status === 0) {
    // The server may close the connection while refusing a large body.
    if ((sent.body?.length ?? 0) < 65_536) faults.push('no response');
    return faults;
  }
  const text = body.toString();
  if (text.includes(forwardedHost) || JSON.stringify(headers).includes(forwardedHost))
    faults.push('repeats a forwarded host');
  if (mustFail && status < 400) faults.push(`a request that must fail was answered ${status}`);
  if (sent.method === 'HEAD') return status >= 500 ? [...faults, `status ${status}`] : faults;
  if (status >= 400) faults.push(...failureFaults(status, text, sent.path, headers['content-type']));
  else if (key && key in endpoints) faults.push(...successFaults(key as EndpointKey, status, text));
  for (const member of world.members) {
    if (text.includes(member.aadhaar)) faults.push(`shows the Aadhaar number of ${member.username}`);
    if (member !== caller && caller && !mayShow(member, caller, key, world) && text.includes(member.email))
      faults.push(`shows the e-mail address of ${member.username}`);
  }
  return faults;
}

function mayShow(member: Member, caller: Member, key: string | undefined, world: World): boolean {
  if (key === 'POST /api/v1/users/user/:username/contact') return true;
  const hasRequested = world.find('contact_reveals', `${caller.id} ${member.id}`) !== undefined;
  // A caller whose account was deleted may have revealed the contact before: the record of the reveal was deleted too.
  return key === 'GET /api/v1/users/user/:username' && (hasRequested || !world.members.includes(caller));
}

function failureFaults(status: number, text: string, path: string, type: unknown): string[] {
  if (/^\/(socket\.io|media|docs)/.test(path) && status < 500) return [];
  let failure: Failure;
  try {
    failure = z.parse(failureSchema, JSON.parse(text));
  } catch {
    return [`status ${status} without the envelope: ${String(type)} ${text.slice(0, 200)}`];
  }
  const { code, statusCode } = failure;
  if (!(code in errors) || errors[code as ErrorCode].status !== status || statusCode !== status)
    return [`status ${status} with code ${code} and statusCode ${statusCode}`];
  const isExpected = status < 500 || [503, 507].includes(status);
  return isExpected ? [] : [`status ${status} ${code}`];
}

function successFaults(key: EndpointKey, status: number, text: string): string[] {
  const { response }: Endpoint = endpoints[key];
  try {
    const parsed = z.safeParse(response, JSON.parse(text));
    if (!parsed.success)
      return [`not the contract's response: ${JSON.stringify(parsed.error.issues).slice(0, 400)}`];
  } catch {
    return [`status ${status} without JSON: ${text.slice(0, 200)}`];
  }
  return [];
}
