// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SpokenPost } from '@upaj/contract/trade/spoken-posts';
import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hear, stubRecognition } from '../../../../test/speech-recognition.ts';
import { renderPart, stubServer, toasts } from '../../../../test/stub-server.tsx';
import { microphoneOf } from './field-microphone.tsx';
import { emptyValues, type PostFormValues } from './form-values.ts';
import type { SpokenFieldName } from './spoken-field.tsx';

vi.mock('#ui/confirm.tsx', async (original) => ({
  ...(await original<object>()),
  confirm: async () => true,
}));

const call = 'POST /api/v1/understand-post';
const nothing = { cropType: null, variety: null, quantity: null, unit: null, price: null, priceUnit: null };
const form = { values: (): PostFormValues => emptyValues };
let server: ReturnType<typeof stubServer>;

function Form({ name, start }: { name: SpokenFieldName; start: Partial<PostFormValues> }) {
  const own = useForm<PostFormValues>({ defaultValues: { ...emptyValues, ...start } });
  useEffect(() => {
    form.values = own.getValues;
  }, [own]);
  return <FormProvider {...own}>{microphoneOf(name)}</FormProvider>;
}

async function say(
  name: SpokenFieldName,
  said: string,
  start: Partial<PostFormValues> = {},
  read?: SpokenPost,
) {
  if (read) server.succeed(call, read);
  hear(said);
  renderPart(() => <Form name={name} start={start} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Speak' }));
}

beforeEach(() => {
  server = stubServer();
  stubRecognition();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('adds what is said to what is typed', async () => {
  await say('description', 'and dry', { description: 'Clean ' });
  await vi.waitFor(() => expect(form.values().description).toBe('Clean and dry'));
  expect(server.calls).toEqual([]);
});

it('reads a price in words, with its unit', async () => {
  await say('price', 'ढाई हजार', { price: '1' }, { ...nothing, price: 2500, priceUnit: 'per quintal' });
  await vi.waitFor(() => expect(form.values()).toMatchObject({ price: '2500', priceUnit: 'per quintal' }));
  expect(server.calls).toEqual([{ key: call, body: { text: 'ढाई हजार ₹', lang: 'en' } }]);
});

it('takes digits for a price, and refuses what is none', async () => {
  await say('price', '2,500', {}, nothing);
  await vi.waitFor(() => expect(form.values().price).toBe('2500'));
  cleanup();
  await say('price', 'no idea', { price: '7' }, nothing);
  await vi.waitFor(() =>
    expect(toasts()).toContain('We did not understand a price: “no idea”. Please type it.'),
  );
  expect(form.values().price).toBe('7');
});

it('reads a quantity, or writes what was said', async () => {
  await say('quantity', 'twenty quintals', {}, { ...nothing, quantity: 20, unit: 'quintal' });
  await vi.waitFor(() => expect(form.values().quantity).toBe('20 quintals'));
  cleanup();
  server.forget(call);
  server.loseConnection(call);
  await say('quantity', 'twenty a day');
  await vi.waitFor(() => expect(form.values().quantity).toBe('twenty a day'));
});
