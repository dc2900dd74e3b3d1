import { isFieldMessageKey } from '#src/platform/http/errors.ts';
import { fieldMessages } from '#test/texts.ts';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, photo, postFields, toForm, type Person } from '#test/factories.ts';

let app: TestApp;
let farmer: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
});
afterAll(() => app.close());

const required: [string, string][] = [
  ['title', 'Title is required'],
  ['description', 'Description is required'],
  ['price', 'Price is required'],
  ['category', 'Category is required'],
  ['cropType', 'Crop Type is required'],
  ['quantity', 'Quantity is required'],
  ['state', 'State is required'],
  ['district', 'District is required'],
  ['city', 'City is required'],
  ['village', 'Village is required'],
  ['pincode', 'Pincode is required'],
  ['shelLife', 'Shelf Life is required'],
];

test('the first missing field is the one reported, in the order of the form', async () => {
  const good = postFields();
  const filled: Record<string, string> = {};
  for (const [field, message] of required) {
    const failure = await farmer.client.fail('POST /api/v1/post/create-post', {
      form: toForm({ ...filled, tags: '' }),
    });
    expect(failure).toMatchObject({ statusCode: 422, message });
    expect(failure.errors[0]).toMatchObject({ field, message });
    const empty = { ...Object.fromEntries(required.map(([name]) => [name, ''])), ...filled };
    const [issue] = postFormSchema.safeParse(empty).error?.issues ?? [];
    expect(text(issue?.message)).toBe(message);
    filled[field] = good[field] ?? '';
  }
  const failure = await farmer.client.fail('POST /api/v1/post/create-post', { form: toForm(filled) });
  expect(failure.message).toBe('At least one product image is required');
});

const wrong: [Record<string, string>, string, string][] = [
  [{ price: '-1' }, 'price', fieldMessages.priceInvalid],
  [{ price: '31.505' }, 'price', fieldMessages.priceInvalid],
  [{ price: 'thirty' }, 'price', fieldMessages.priceInvalid],
  [{ originalPrice: '-1' }, 'originalPrice', fieldMessages.priceInvalid],
  [{ priceUnit: 'per tonne' }, 'priceUnit', fieldMessages.priceUnitInvalid],
  [{ category: 'Flowers' }, 'category', fieldMessages.categoryInvalid],
  [{ state: 'Lahore' }, 'state', fieldMessages.stateInvalid],
  [{ state: 'constructor' }, 'state', fieldMessages.stateInvalid],
  [{ district: 'Pune' }, 'district', fieldMessages.districtInvalid],
  [{ pincode: '14140' }, 'pincode', 'Pincode must be 6 digits'],
  [{ pincode: '041401' }, 'pincode', 'Pincode must be 6 digits'],
  [{ harvestDate: '21-11-2026' }, 'harvestDate', fieldMessages.harvestDateInvalid],
  [{ harvestDate: '2026-02-30' }, 'harvestDate', fieldMessages.harvestDateInvalid],
  [{ harvestDate: '0000-01-01' }, 'harvestDate', fieldMessages.harvestDateInvalid],
  [{ tags: 'x'.repeat(31) }, 'tags', fieldMessages.tooLong],
  [{ price: '123456789' }, 'price', fieldMessages.priceTooHigh],
  [{ price: '99999999999' }, 'price', fieldMessages.priceTooHigh],
  [{ price: '.' }, 'price', fieldMessages.priceInvalid],
  [{ price: '40', originalPrice: '39.99' }, 'originalPrice', fieldMessages.originalPriceLow],
  [{ price: '40', originalPrice: '40' }, 'originalPrice', fieldMessages.originalPriceLow],
  [{ description: 'x'.repeat(4001) }, 'description', fieldMessages.tooLong],
  [{ village: 'a\u0000b' }, 'village', fieldMessages.invalid],
  [{ title: 'x'.repeat(121) }, 'title', fieldMessages.tooLong],
  [
    { tags: Array.from({ length: 16 }, (_, index) => `t${index}`).join(',') },
    'tags',
    fieldMessages.tagsTooMany,
  ],
  [{ isOrganic: 'perhaps' }, 'isOrganic', fieldMessages.invalid],
];

test.each(wrong)('%o says at %s: %s', async (changes, field, message) => {
  const fields = postFields(changes);
  const issue = postFormSchema.safeParse(fields).error?.issues.find(({ path }) => path[0] === field);
  expect(text(issue?.message)).toBe(message);
  const form = toForm(fields, { images: [await photo()] });
  const failure = await farmer.client.fail('POST /api/v1/post/create-post', { form });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
});

test('success has its message', async () => {
  const form = toForm(postFields(), { images: [await photo()] });
  const response = await farmer.client.call('POST /api/v1/post/create-post', { form });
  expect(response).toMatchObject({ statusCode: 201, message: 'Post created successfully! 🎉' });
});

function text(key = ''): string {
  return isFieldMessageKey(key) ? fieldMessages[key] : key;
}
