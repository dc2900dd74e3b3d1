// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPart, stubServer } from '../../../../test/stub-server.tsx';
import { CropField } from './crop-field.tsx';
import { emptyValues, plainValues, type PostFormValues } from './form-values.ts';
import { PriceSection, usePriceCheck } from './price-section.tsx';

const near = 'GET /api/v1/market/price?cropType=Wheat&state=Punjab&district=Ludhiana';
let answers: boolean[];

function Form() {
  const form = useForm<PostFormValues>({
    defaultValues: { ...emptyValues, state: 'Punjab', district: 'Ludhiana' },
  });
  const check = usePriceCheck();
  return (
    <FormProvider {...form}>
      <CropField />
      <PriceSection />
      <button type="button" onClick={async () => answers.push(await check(form.getValues()))}>
        Check
      </button>
    </FormProvider>
  );
}

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  answers = [];
  server = stubServer();
  server.succeed(near, {
    rateId: '7',
    market: 'Khanna',
    modalPrice: 2800,
    arrivalDate: '2026-11-20',
    distanceKm: 0,
    isSample: false,
  });
  renderPart(() => <Form />);
});
afterEach(() => cleanup());

function field(name: string): HTMLInputElement {
  return document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
}
function type(values: Partial<PostFormValues>): void {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } });
}

describe('the unit', () => {
  it('follows the crop while there is no price', () => {
    type({ cropType: 'Wheat' });
    expect(field('priceUnit').value).toBe('per quintal');
    type({ cropType: 'Tomato' });
    expect(field('priceUnit').value).toBe('per kg');
  });

  it('does not change once there is a price', () => {
    type({ price: '30', cropType: 'Wheat' });
    expect([field('price').value, field('priceUnit').value]).toEqual(['30', 'per kg']);
  });

  it('does not change once it was chosen', () => {
    type({ priceUnit: 'per kg', cropType: 'Wheat' });
    expect(field('priceUnit').value).toBe('per kg');
  });
});

describe('a price far from the mandi’s', () => {
  const check = () => userEvent.click(screen.getByRole('button', { name: 'Check' }));

  it.each([
    ['Change the price', false],
    ['Continue with this price', true],
  ])('needs a confirmation: %s', async (action, answer) => {
    type({ price: '30', priceUnit: 'per quintal', cropType: 'Wheat' });
    await check();
    await screen.findByText(
      '₹30 per quintal is ₹0.30 per kg. The mandi price is about ₹28 per kg, which is ₹2,800 per quintal.',
    );
    await userEvent.click(screen.getByRole('button', { name: action }));
    await waitFor(() => expect(answers).toEqual([answer]));
  });

  it.each([
    [
      '43',
      'per kg',
      '₹43 per kg is ₹4,300 per quintal. The mandi price is about ₹28 per kg, which is ₹2,800 per quintal.',
    ],
    ['42', 'per kg', ''],
    ['14', 'per kg', ''],
    ['3000', 'per quintal', ''],
    ['5', 'per piece', ''],
  ])('%s %s: %s', async (price, priceUnit, question) => {
    type({ price, priceUnit, cropType: 'Wheat' });
    await check();
    if (question) await screen.findByText(question);
    else await waitFor(() => expect(answers).toEqual([true]));
  });

  it('is not compared before the mandi price has loaded', async () => {
    server.forget(near);
    server.refuse(near, 'UNEXPECTED');
    type({ price: '1', cropType: 'Wheat' });
    await check();
    await waitFor(() => expect(answers).toEqual([true]));
  });
});

it.each([
  ['.5', 0.5],
  ['5.', 5],
  ['५.', 5],
  ['₹ 1,250.50', 1250.5],
])('reads the price "%s" as %d', (typed, price) => {
  const plain = plainValues({ ...emptyValues, price: typed });
  expect(postFormSchema.shape.price.parse(plain.price)).toBe(price);
});
