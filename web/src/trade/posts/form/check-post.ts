import { zodResolver } from '@hookform/resolvers/zod';
import { postFormSchema } from '@upaj/contract/trade/posts';
import type { Resolver } from 'react-hook-form';
import { plainValues, type PostFormValues } from './form-values.ts';

const checkSchema = zodResolver(postFormSchema, undefined, { raw: true }) as Resolver<PostFormValues>;

/** Validates the values as they will be sent, and leaves the fields as typed. */
export const checkPost: Resolver<PostFormValues> = (values, context, options) =>
  checkSchema(plainValues(values), context, options);

/** Compares the values that would be sent, so spelling differences in the fields do not count. */
export function isSameForm(one: PostFormValues, other: PostFormValues): boolean {
  const sent = (values: PostFormValues) => JSON.stringify(postFormSchema.safeParse(plainValues(values)).data);
  return sent(one) === sent(other);
}
