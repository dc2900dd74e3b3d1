import { protocol, type PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Statement {
  name: string;
  /** The types of its values, and its columns. */
  described: Messages;
}

const [parse, bind, describe, execute] = [...'PBDE'].map((kind) => kind.charCodeAt(0));
const ofStatement = 'S'.charCodeAt(0);
/** A message begins with its kind and its length; a portal is the first part of `bind`, without a name. */
const [bodyAt, afterPortalAt] = [5, 6];
const mostNamed = 300;

/**
 * Gives the statements of `query` names, so that each text is parsed and planned once. PGlite does both for every call,
 * which takes longer than most statements take to run. It sends one message after the other, and nothing in between.
 */
export function nameStatements(pglite: PGlite): void {
  const send = pglite.execProtocolStream.bind(pglite);
  const dropped: string[] = [];
  const named = new LRUCache<string, Statement>({
    max: mostNamed,
    dispose: ({ name }) => void dropped.push(name),
  });
  let count = 0;
  let parsed = Buffer.from('');
  let bound = Buffer.from('');
  let statement: Statement | undefined;

  async function addStatement(options: Parameters<typeof send>[1]): Promise<Statement> {
    for (const name of dropped.splice(0)) await send(protocol.serialize.close({ type: 'S', name }), options);
    count += 1;
    const name = `s${count}`;
    await send(insertName(parsed, name, bodyAt), options);
    const described = await send(protocol.serialize.describe({ type: 'S', name }), options);
    const added = { name, described };
    named.set(parsed.toString('latin1'), added);
    return added;
  }

  pglite.execProtocolStream = async (given, options) => {
    const message = Buffer.from(given);
    switch (message[0]) {
      case parse:
        parsed = message;
        statement = named.get(message.toString('latin1'));
        return [];
      case describe:
        if (message[bodyAt] === ofStatement) statement ??= await addStatement(options);
        return statement?.described ?? [];
      case bind:
        bound = insertName(message, statement?.name ?? '', afterPortalAt);
        return [];
      case execute:
        return send(Buffer.concat([bound, message]), options);
      default:
        return send(given, options);
    }
  };
}

function insertName(message: Buffer, name: string, at: number): Buffer<ArrayBuffer> {
  const named = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)]);
  named.writeInt32BE(named.length - 1, 1);
  return named;
}
