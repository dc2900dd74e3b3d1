// @vitest-environment happy-dom
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../../test/stub-server.tsx';
import { emptyValues, type FieldName, type PostFormValues } from './form-values.ts';
import { NearPrice } from './price-section.tsx';

const wheat = 'GET /api/v1/market/price?cropType=Wheat&variety=Lokwan&state=Punjab&district=Ludhiana';
const place = { state: 'Punjab', district: 'Ludhiana', variety: 'Lokwan' };
const near = {
  rateId: '7',
  market: 'Khanna',
  modalPrice: 2450,
  arrivalDate: new Date().toISOString().slice(0, 10),
  distanceKm: 0,
  isSample: false,
};
const names = [
  'cropType',
  'variety',
  'state',
  'district',
  'price',
  'priceUnit',
] as const satisfies FieldName[];
let server: ReturnType<typeof stubServer>;

function Form() {
  const form = useForm<PostFormValues>({ defaultValues: emptyValues });
  return (
    <FormProvider {...form}>
      <form>
        {names.map((name) => (
          <input key={name} {...form.register(name)} />
        ))}
        <NearPrice />
      </form>
    </FormProvider>
  );
}

beforeEach(() => {
  server = stubServer();
  renderPart(() => <Form />);
});
afterEach(() => cleanup());

function type(values: Partial<Record<(typeof names)[number], string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = document.querySelector(`[name="${name}"]`);
    if (input) fireEvent.change(input, { target: { value } });
  }
}
const line = () => document.querySelector('form [role=status] p')?.textContent;
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)));

it('appears under the typed price, in its unit, and is fetched once', async () => {
  server.succeed(wheat, near);
  type({ ...place, cropType: 'गेहूं' });
  await waitFor(() =>
    expect(line()).toMatch(/^Mandi price near you₹24.50 per kg at Khanna · .* · AGMARKNET$/),
  );
  type({ price: '26' });
  type({ price: '₹ २६.५०' });
  await waitFor(() => expect(line()).toMatch(/Your price: 8% above mandi price$/));
  type({ priceUnit: 'per quintal', price: '2450' });
  await waitFor(() =>
    expect(line()).toMatch(/₹2,450 per quintal .* Your price: About the same as mandi price$/),
  );
  expect(server.calls.map(({ key }) => key)).toEqual([wheat]);
});

it('is not fetched before there are a crop and a place', async () => {
  type({ cropType: 'Wheat', state: 'Punjab' });
  await settle();
  expect([line(), server.calls]).toEqual([undefined, []]);
});

it.each<[string, () => void]>([
  ['no mandi near reports it', () => server.succeed(wheat, null)],
  [
    'it is sold by the piece',
    () => {
      server.succeed(wheat, near);
      type({ priceUnit: 'per piece' });
    },
  ],
  ['the server fails', () => server.refuse(wheat, 'UNEXPECTED')],
  ['the connection is lost', () => server.loseConnection(wheat)],
])('is not shown where %s', async (_, prepare) => {
  prepare();
  type({ ...place, cropType: 'Wheat', price: '26' });
  await waitFor(() => expect(server.calls).toHaveLength(1));
  await settle();
  expect([line(), server.calls.length, toasts()]).toEqual([undefined, 1, []]);
});
