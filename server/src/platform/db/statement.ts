import {
  type CompiledQuery,
  DummyDriver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type Expression,
} from 'kysely';
import type { Database, Transaction } from './connect.ts';
import type { DB } from './schema.ts';

/** Builds statements without running them. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Parameters<Values> = { readonly [Name in keyof Values]-?: Expression<Values[Name]> };

/**
 * A statement that is built when it first runs, for calls that people make often: building it takes up to a third of
 * their processor time. Its shape is always the same, and its values are parameters.
 */
export function statement<Values extends object>() {
  return <Row>(build: (query: Kysely<DB>, parameters: Parameters<Values>) => Compilable<Row>) => {
    let compiled: CompiledQuery<Row> | undefined;
    return async (executor: Database | Transaction, values: Values): Promise<Row[]> => {
      compiled ??= build(builder, parametersByName as Parameters<Values>).compile();
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
      );
      const { rows } = await executor.executeQuery<Row>({ ...compiled, parameters });
      return rows;
    };
  };
}

const { val } = expressionBuilder<DB>();
const parametersByName = new Proxy({}, { get: (_, name) => val(new Parameter(String(name))) });
