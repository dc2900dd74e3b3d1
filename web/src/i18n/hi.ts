import type { Catalogue } from './catalogue.ts';
import { auth } from './hi/auth.ts';
import { common } from './hi/common.ts';
import { errors } from './hi/errors.ts';
import { feed } from './hi/feed.ts';
import { fields } from './hi/fields.ts';
import { names } from './hi/names.ts';
import { post } from './hi/post.ts';
import { shell } from './hi/shell.ts';

export { sections } from './hi/sections.ts';

export const hi: Catalogue = { common, shell, names, errors, fields, auth, feed, post };
