// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getT, setLocale } from '#i18n/locale.ts';
import { ApiError, errorText, NetworkError, TimeoutError } from './api-errors.ts';
import { fieldText } from './field-text.ts';
import { api } from './api.ts';

const fetchMock = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
const success = { statusCode: 200, success: true, message: 'OK', data: null };
const failure = {
  statusCode: 409,
  success: false,
  code: 'EMAIL_TAKEN',
  message: 'An account with this email already exists',
  errors: [{ field: 'email', key: 'emailTaken', message: 'An account with this email already exists' }],
  requestId: 'req-1',
};

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(async () => {
  fetchMock.mockReset();
  await setLocale('en');
});

describe('api', () => {
  it('fills the path, leaves empty filters out of the query and sends the cookie', async () => {
    answer(200, success);
    await api('GET /api/v1/post/user-posts/:username', {
      params: { username: 'गुरप्रीत/x' },
      query: { priceRange: '200+', q: '', state: undefined, limit: 20 },
    });
    const [url, init] = fetchMock.mock.calls[0]!;
    expect(url).toBe(`/api/v1/post/user-posts/${encodeURIComponent('गुरप्रीत/x')}?priceRange=200%2B&limit=20`);
    expect(init).toMatchObject({ method: 'GET', credentials: 'include' });
  });

  it('sends a body as JSON and returns the envelope', async () => {
    answer(200, success);
    const body = { email: 'a@b.in', password: 'secret' };
    await expect(api('POST /api/v1/users/login', { body })).resolves.toEqual(success);
    expect(JSON.parse(String(fetchMock.mock.calls[0]![1]!.body))).toEqual(body);
  });

  it('throws the server’s error', async () => {
    answer(409, failure);
    const error = await api('POST /api/v1/users/logout').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      requestId: 'req-1',
      errors: failure.errors,
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>', 'UNAVAILABLE'],
    [500, '', 'UNEXPECTED'],
    [200, '<html>Log in to the hotel’s WLAN</html>', 'UNEXPECTED'],
  ])('treats a page instead of an envelope (%d) as a failure', async (status, body, code) => {
    answer(status, body);
    await expect(api('POST /api/v1/users/logout')).rejects.toMatchObject({ code });
  });

  it('distinguishes a lost connection from a timeout', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(api('POST /api/v1/users/logout')).rejects.toBeInstanceOf(NetworkError);
    fetchMock.mockImplementationOnce(hang);
    await expect(api('POST /api/v1/users/logout', { timeout: 20 })).rejects.toBeInstanceOf(TimeoutError);
  });

  it('passes on the caller’s abort', async () => {
    const caller = new AbortController();
    fetchMock.mockImplementationOnce(hang);
    setTimeout(() => caller.abort(new Error('left')), 20);
    await expect(api('POST /api/v1/users/logout', { signal: caller.signal })).rejects.toThrow('left');
  });
});

describe('errorText', () => {
  it('uses the code, in the reader’s language', async () => {
    const error = new ApiError({ ...failure, status: 409 });
    expect(errorText(error)).toBe('An account with this email already exists');
    await setLocale('hi');
    expect(errorText(error)).toBe('इस ईमेल से पहले से एक खाता है');
  });

  it('falls back to the server’s text, then to a general one', async () => {
    expect(errorText(new Error('bug'))).toBe('An unexpected error occurred');
    await setLocale('hi');
    const unknown = { ...failure, status: 400, code: 'NEWER_THAN_THIS_APP' };
    expect(errorText(new ApiError({ ...unknown, message: 'Said so' }))).toBe('Said so');
    expect(errorText(new ApiError({ ...unknown, message: '' }))).toBe(getT('common')('unexpected'));
    expect(errorText(new ApiError({ ...unknown, code: 'constructor', message: '' }))).toBe(
      getT('common')('unexpected'),
    );
  });

  it('distinguishes a lost connection from a slow one', () => {
    expect(errorText(new NetworkError())).toBe('Network error. Please check your connection.');
    expect(errorText(new TimeoutError())).toBe('The request took too long. Please try again.');
  });
});

describe('fieldText', () => {
  it('translates keys, and field errors by their key', async () => {
    expect(fieldText('titleRequired')).toBe('Title is required');
    await setLocale('hi');
    expect(fieldText({ key: 'titleRequired', message: 'Title is required' })).toBe('शीर्षक लिखें');
    expect(fieldText({ key: 'unknownKey', message: 'As the server says' })).toBe('As the server says');
  });
});

function hang(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });
}
