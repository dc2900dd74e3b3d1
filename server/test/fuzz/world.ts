import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt } from 'better-auth/crypto';
import PostalMime from 'postal-mime';
import type { TestClient } from '#test/client.ts';
import type { Photos } from './photos.ts';
import type { Row, RowUpdate } from './table-rows.ts';

export interface Member {
  id: string;
  username: string;
  email: string;
  password: string;
  aadhaar: string;
  client: TestClient;
}

export interface Change {
  table: string;
  before: Row | undefined;
  after: Row | undefined;
}

export interface Token {
  purpose: string;
  email: string;
  token: string;
}

export class World {
  readonly members: Member[] = [];
  readonly photos: Photos;
  readonly cursors = new Map<string, string>();
  readonly tokens: Token[] = [];
  /** The present code and the next one of each user with a second factor. */
  readonly codes = new Map<string, [string, string]>();
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #mailsRead = new Set<string>();

  constructor(photos: Photos) {
    this.photos = photos;
  }

  rows(table: string): Row[] {
    return [...(this.#tables.get(table)?.values() ?? [])];
  }

  find(table: string, key: unknown): Row | undefined {
    return this.#tables.get(table)?.get(String(key));
  }

  apply(updates: readonly RowUpdate[]): Change[] {
    return updates.map(({ table, key, row }) => {
      const rows = this.#tables.get(table) ?? new Map<string, Row>();
      this.#tables.set(table, rows);
      const before = rows.get(key);
      if (row) rows.set(key, row);
      else rows.delete(key);
      return { table, before, after: row ?? undefined };
    });
  }

  async readCodes(key: string): Promise<void> {
    this.codes.clear();
    const step = Math.floor(Date.now() / 30_000);
    for (const row of this.rows('second_factors')) {
      const { hotp } = createOTP(await symmetricDecrypt({ key, data: String(row['encrypted_secret']) }));
      this.codes.set(String(row['user_id']), [await hotp(step), await hotp(step + 1)]);
    }
  }

  async readMails(dataDir: string): Promise<void> {
    const folder = join(dataDir, 'mail');
    for (const name of await readdir(folder).catch(() => [])) {
      if (this.#mailsRead.has(name)) continue;
      this.#mailsRead.add(name);
      const { text = '', to } = await PostalMime.parse(await readFile(join(folder, name)).catch(() => ''));
      const [, purpose = '', token = ''] = /\/([\w-]+)\?token=([\w.-]+)/.exec(text) ?? [];
      if (token) this.tokens.push({ purpose, token, email: to?.[0]?.address ?? '' });
    }
  }
}
