import type { Env } from '#src/env.ts';
import { writeAdminKey } from './http/admin-key.ts';
import { StartError } from './start-error.ts';

export interface AdminRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export interface AdminResult {
  success?: boolean;
  message?: string;
  data?: object | null;
}

const longestCall = 5 * 60_000;

export function signedRequest({ secretKeys }: Env, { body }: AdminRequest) {
  const authorization = `Bearer ${writeAdminKey(secretKeys)}`;
  return {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  };
}

/** Calls the server that runs with this environment. Returns undefined when none is running. @throws StartError */
export async function callServer(env: Env, request: AdminRequest): Promise<AdminResult | undefined> {
  const at = addressOf(env);
  const { method, path } = request;
  const { headers, payload } = signedRequest(env, request);
  let response: Response;
  try {
    const signal = AbortSignal.timeout(longestCall);
    const body = payload && { body: payload };
    response = await fetch(at + path, { method, headers, ...body, signal, redirect: 'error' });
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw new StartError(`${at} does not respond: ${(error as Error).message}`);
  }
  const result = (await response.json().catch(() => ({}))) as AdminResult;
  if (response.status === 401 || result.success === undefined) {
    throw new StartError(
      `The program at ${at} is not this Upaj server: it does not accept this SECRET_KEY. Set PORT, HOST and DATA_DIR or SECRET_KEY as for the server.`,
    );
  }
  return result;
}

export function addressOf({ host, port }: Env): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return `http://${everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}

function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const codes = [cause?.code, ...(cause?.errors ?? []).map(({ code }) => code)];
  return codes.includes('ECONNREFUSED');
}
