import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import type { Tables } from './table-types.ts';

/** A named parameter in a query. */
export class Parameter {
  readonly name: string;
  readonly isJson: boolean;

  constructor(name: string, isJson = false) {
    this.name = name;
    this.isJson = isJson;
  }
}

/**
 * Numbers each named parameter once. All other values become literals, because PostgreSQL can't use a partial index for
 * a bound constant.
 */
class NamedParameterCompiler extends PostgresQueryCompiler {
  readonly #known: Parameter[] = [];

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#known.length = 0;
    return super.compileQuery(node, queryId);
  }

  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter) this.append(`$${this.#getNumber(value)}`);
    else this.appendImmediateValue(value);
  }

  #getNumber(parameter: Parameter): number {
    const { name, isJson } = parameter;
    const index = this.#known.findIndex((known) => known.name === name && known.isJson === isJson);
    if (index !== -1) return index + 1;
    this.addParameter(parameter);
    return this.#known.push(parameter);
  }
}

/** Builds queries but doesn't run them. */
export const queryCreator = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new NamedParameterCompiler(),
  },
});
