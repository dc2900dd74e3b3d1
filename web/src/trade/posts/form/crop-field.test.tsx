// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { renderPart, stubServer } from '../../../../test/stub-server.tsx';
import { CropField } from './crop-field.tsx';
import { emptyValues, type PostFormValues } from './form-values.ts';

function Form() {
  const form = useForm<PostFormValues>({ defaultValues: emptyValues });
  return (
    <FormProvider {...form}>
      <CropField />
      <p>{`Category: ${useWatch({ control: form.control, name: 'category' })}`}</p>
    </FormProvider>
  );
}

const kanda = 'GET /api/v1/crops?q=kanda&lang=en';
afterEach(() => cleanup());

it('finds a crop by a name that only the server knows, and takes its own name', async () => {
  const server = stubServer();
  server.succeed(kanda, [
    { id: 'onion', en: 'Onion', hi: 'प्याज', name: 'Onion' },
    { id: 'elephant-yam', en: 'Elephant Yam', hi: 'जिमीकंद', name: 'Elephant Yam' },
  ]);
  renderPart(() => <Form />);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await userEvent.type(field, 'kanda');
  await userEvent.click(await screen.findByRole('option', { name: /Onion/ }));
  expect(field.value).toBe('Onion');
  screen.getByText('Category: Vegetables');
  expect(server.calls.map(({ key }) => key)).toEqual([kanda]);
});

const amaranth = {
  id: 'amaranth',
  en: 'Amaranth',
  hi: 'चौलाई',
  name: 'Amaranth',
  category: 'Vegetables',
  unit: 'per kg',
};

it('asks which crop is meant by a text that only sounds like one, and stores it after a choice', async () => {
  const server = stubServer();
  server.succeed('GET /api/v1/crops?q=chawlai&lang=en', [amaranth]);
  renderPart(() => <Form />);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await userEvent.type(field, 'chawlai');
  const meant = await screen.findByRole('button', { name: 'Amaranth' });
  expect(field.value).toBe('chawlai');
  screen.getByText('Category:');
  await userEvent.click(meant);
  expect(field.value).toBe('Amaranth');
  screen.getByText('Category: Vegetables');
  expect(screen.queryByRole('button', { name: 'Amaranth' })).toBeNull();
});

it('knows a crop that the server finds by the whole name', async () => {
  const server = stubServer();
  server.succeed('GET /api/v1/crops?q=%E0%A4%9A%E0%A5%8C%E0%A4%B2%E0%A4%BE%E0%A4%88&lang=en', [amaranth]);
  renderPart(() => <Form />);
  await userEvent.type(await screen.findByRole('combobox'), 'चौलाई');
  await screen.findByText('Category: Vegetables');
});

it('does not search where its own names are enough', async () => {
  const server = stubServer();
  renderPart(() => <Form />);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await userEvent.type(field, 'gourd');
  await screen.findByRole('option', { name: /Bottle Gourd/ });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(server.calls).toEqual([]);
});

it('has what was typed where the server cannot be reached', async () => {
  const server = stubServer();
  server.loseConnection(kanda);
  renderPart(() => <Form />);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await userEvent.type(field, 'kanda');
  await expect.poll(() => server.calls.map(({ key }) => key)).toContain(kanda);
  expect(field.value).toBe('kanda');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the picture of each crop beside its name', async () => {
  stubServer();
  renderPart(() => <Form />);
  await userEvent.type(await screen.findByRole('combobox'), 'an');
  for (const [name, picture] of [
    [/Banana/, 'lucide-banana'],
    [/Mango/, 'lucide-apple'],
  ] as const) {
    const option = await screen.findByRole('option', { name });
    await expect.poll(() => option.querySelector('svg')?.classList.contains(picture)).toBe(true);
  }
});
