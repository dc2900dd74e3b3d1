import { createPglite } from './create-pglite.ts';

/** This is a program of its own, because creating a database takes 70 MB that a process does not get back. */
const [folder] = process.argv.slice(2);
const pglite = await createPglite(folder ?? '');
await pglite.close();
