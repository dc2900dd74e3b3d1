import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { feed } from './en/feed.ts';
import { fields } from './en/fields.ts';
import { names } from './en/names.ts';
import { post } from './en/post.ts';
import { shell } from './en/shell.ts';

export const en = { common, shell, names, errors, fields, auth, feed, post };
