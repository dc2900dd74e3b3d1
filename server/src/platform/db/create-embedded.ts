import { createPglite } from './create-pglite.ts';

/** Creates a database, as a program of its own, because this takes 70 MB of memory that a process does not get back. */
const [folder] = process.argv.slice(2);
const pglite = await createPglite(folder ?? '');
await pglite.close();
