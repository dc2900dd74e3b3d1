import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { languages, type Language } from '../texts.ts';

export const languageSchema = z.enum(Object.keys(languages) as [Language, ...Language[]], say('invalid'));
