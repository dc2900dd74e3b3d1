import { zodResolver } from '@hookform/resolvers/zod';
import { postFormSchema } from '@upaj/contract/trade/posts';
import type { Resolver } from 'react-hook-form';
import { plainValues, type PostFormValues } from './form-values.ts';

const checkSchema = zodResolver(postFormSchema, undefined, { raw: true }) as Resolver<PostFormValues>;

/** Validates what will be sent; the fields stay as typed. */
export const checkPost: Resolver<PostFormValues> = (values, context, options) =>
  checkSchema(plainValues(values), context, options);

/** Compares what is sent. */
export function isSameForm(one: PostFormValues, other: PostFormValues): boolean {
  const sent = (values: PostFormValues) => JSON.stringify(postFormSchema.safeParse(plainValues(values)).data);
  return sent(one) === sent(other);
}
