import type { Database } from '../server/src/platform/db/connect.ts';
import { addPerson } from '../server/test/factories.ts';
import { addLikesOf } from './data-sql.ts';

export interface BenchViewer {
  id: string;
  headers: { cookie: string };
}

export async function registerViewer(port: number, db?: Database): Promise<BenchViewer> {
  const { client, account } = await addPerson(`http://127.0.0.1:${port}`);
  if (db) await addLikesOf(db, account._id);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { id: account._id, headers: { cookie } };
}
