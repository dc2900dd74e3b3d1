// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SpokenPost } from '@upaj/contract/trade/spoken-posts';
import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { hear, stubRecognition } from '../../../../test/speech-recognition.ts';
import { renderPart } from '../../../../test/stub-server.tsx';
import { emptyValues, type PostFormValues } from './form-values.ts';
import { SentenceSection } from './sentence-section.tsx';

const { asked, confirmations, understood } = vi.hoisted(() => ({
  asked: [] as unknown[],
  confirmations: [] as boolean[],
  understood: [] as (SpokenPost | Error)[],
}));
vi.mock('#lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: async (_: string, { body }: { body: unknown }) => {
    asked.push(body);
    const next = understood.shift();
    if (next instanceof Error) throw next;
    return { data: next };
  },
}));
vi.mock('#ui/confirm.tsx', async (original) => ({
  ...(await original<object>()),
  confirm: async () => confirmations.shift() ?? false,
}));

const shown = { values: (): PostFormValues => emptyValues };
function Form({ start }: { start: Partial<PostFormValues> }) {
  const form = useForm<PostFormValues>({ defaultValues: { ...emptyValues, ...start } });
  useEffect(() => {
    shown.values = form.getValues;
  }, [form]);
  return (
    <FormProvider {...form}>
      <SentenceSection />
    </FormProvider>
  );
}
const show = (start: Partial<PostFormValues> = {}) => renderPart(() => <Form start={start} />);

beforeEach(async () => {
  await loadTexts('create-post');
  for (const list of [asked, confirmations, understood]) list.length = 0;
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale('en');
});

const nothing = { cropType: null, variety: null, quantity: null, unit: null, price: null, priceUnit: null };
const wheat: SpokenPost = {
  cropType: 'Wheat',
  variety: 'शरबती',
  quantity: 20,
  unit: 'quintal',
  price: 2700,
  priceUnit: 'per quintal',
};

async function send(text: string) {
  await userEvent.type(await screen.findByLabelText('Your sentence'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Fill in the form' }));
}

it('fills in what was understood, and says which fields to check', async () => {
  understood.push(wheat);
  show();
  await send('20 quintal sharbati gehu, 2700');
  await screen.findByText(/^Filled in: .*Please check\.$/);
  expect(asked).toEqual([{ text: '20 quintal sharbati gehu, 2700', lang: 'en' }]);
  expect(shown.values()).toMatchObject({
    cropType: 'Wheat',
    variety: 'शरबती',
    quantity: '20 quintals',
    price: '2700',
    priceUnit: 'per quintal',
    category: 'Grains',
    title: 'शरबती Wheat',
  });
});

it('leaves alone what the sentence does not say, and what the seller typed', async () => {
  understood.push({ ...nothing, cropType: 'Wheat' }, nothing);
  show({ title: 'My own', category: 'Seeds', price: '31' });
  await send('gehu');
  await screen.findByText(/^Filled in/);
  expect(shown.values()).toMatchObject({
    cropType: 'Wheat',
    title: 'My own',
    category: 'Seeds',
    price: '31',
    quantity: '',
  });
  await send(' xyz');
  await screen.findByText('We did not understand this. Please fill in the form below.');
});

it('keeps the sentence when the server cannot be reached', async () => {
  understood.push(new TypeError('Failed to fetch'));
  show();
  await send('gehu');
  await screen.findAllByText('An unexpected error occurred');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your sentence').value).toBe('gehu');
});

it('has no microphone where the browser does not recognise speech', async () => {
  show();
  await screen.findByLabelText('Your sentence');
  expect(screen.queryByRole('button', { name: 'Speak' })).toBeNull();
});

it('fills in what is said', async () => {
  stubRecognition();
  hear('मेरे पास गेहूँ है');
  show();
  confirmations.push(true);
  understood.push({ ...nothing, cropType: 'Wheat' });
  await userEvent.click(await screen.findByRole('button', { name: 'Speak' }));
  await screen.findByText(/^Filled in/);
  expect(asked).toEqual([{ text: 'मेरे पास गेहूँ है', lang: 'en' }]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your sentence').value).toBe('मेरे पास गेहूँ है');
});
