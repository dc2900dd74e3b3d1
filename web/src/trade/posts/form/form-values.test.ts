import { postFormSchema } from '@upaj/contract/trade/posts';
import { expect, it } from 'vitest';
import { emptyValues, fieldOrder, plainValues, requiredFields } from './form-values.ts';

it('has the order in which a missing field is reported', () => {
  expect(fieldOrder.filter((name) => requiredFields.has(name)).join()).toBe(
    'title,description,price,category,cropType,quantity,state,district,city,village,pincode,shelLife',
  );
});

it('has the fields of the schema in its order', () => {
  expect(fieldOrder).toEqual(Object.keys(postFormSchema.shape));
});

it.each([
  ['गेहूं', 'Wheat'],
  [' wheat', 'Wheat'],
  ['Kodo millet of our own', 'Kodo millet of our own'],
])('sends the crop %s as %s', (typed, sent) => {
  expect(plainValues({ ...emptyValues, cropType: typed }).cropType).toBe(sent);
});
