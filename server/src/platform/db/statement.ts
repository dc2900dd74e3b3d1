import {
  DummyDriver,
  expressionBuilder,
  Kysely,
  NoResultError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type AliasableExpression,
  type Compilable,
  type CompiledQuery,
  type QueryNode,
} from 'kysely';
import type { Database, Transaction } from './connection.ts';
import type { DB } from './schema.ts';

/** It builds statements and cannot run them. */
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

const { val } = expressionBuilder<DB>();
const parametersByName = new Proxy(
  {},
  {
    get: (_, name) => val(new Parameter(String(name))),
    ownKeys() {
      throw new Error('The names of the parameters are not known here: read each by its name.');
    },
  },
);

export type ParametersOf<Values> = { readonly [Name in keyof Values]-?: AliasableExpression<Values[Name]> };

/**
 * Makes a statement that is built once, for calls that people make often: building takes up to half of a call's processor
 * time. All values that differ between calls are parameters, so `build` cannot look at them.
 */
export function statement<Values extends object>() {
  return <Row>(build: (db: Kysely<DB>, parameters: ParametersOf<Values>) => Compilable<Row>) => {
    let built: CompiledQuery<Row> | undefined;
    const execute = async (executor: Database | Transaction, values: Values): Promise<Row[]> => {
      built ??= build(builder, parametersByName as ParametersOf<Values>).compile();
      const parameters = built.parameters.map((parameter) =>
        parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
      );
      return (await executor.executeQuery<Row>({ ...built, parameters })).rows;
    };
    const executeTakeFirst: (...run: Parameters<typeof execute>) => Promise<Row | undefined> = async (
      ...run
    ) => (await execute(...run))[0];
    const executeTakeFirstOrThrow = async (...run: Parameters<typeof execute>): Promise<Row> => {
      const [row] = await execute(...run);
      if (row === undefined) throw new NoResultError(built?.query as QueryNode);
      return row;
    };
    return { execute, executeTakeFirst, executeTakeFirstOrThrow };
  };
}
