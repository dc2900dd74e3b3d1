import { PGlite } from '@electric-sql/pglite';

/** A program: creating a database takes 70 MB that a process does not get back. */
const [folder] = process.argv.slice(2);
const pglite = await PGlite.create({ dataDir: folder ?? '' });
await pglite.close();
