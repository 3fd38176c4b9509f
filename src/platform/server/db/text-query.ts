import type { Writable } from 'node:stream';
import { Query, type Submittable } from 'pg';

/** What pg calls on a query, which its types don't declare. */
interface QueryMethods extends Submittable {
  text: string;
  name: string | undefined;
  values: readonly unknown[];
  callback: (error: Error | null, result?: unknown) => void;
  prepare(connection: Collector | { stream: Writable }): void;
  requiresPreparation(): boolean;
}
/** pg's methods without its constructor, which creates an event emitter and a result with parsers. */
const BaseQuery = function () {} as unknown as new () => QueryMethods;
BaseQuery.prototype = Query.prototype;

/** A connection that collects the messages of a statement, except the question for the columns of its result. */
interface Collector {
  readonly messages: Buffer[];
}
const collectors = new WeakMap<object, Collector>();

function getCollector(connection: object): Collector {
  let collector = collectors.get(connection);
  if (collector === undefined) {
    const messages: Buffer[] = [];
    const send = (message: Buffer) => messages.push(message);
    const properties = { messages: { value: messages }, describe: { value: () => undefined }, _send: { value: send } };
    collector = Object.create(connection, properties) as Collector;
    collectors.set(connection, collector);
  }
  return collector;
}

/**
 * A statement whose result is one text, such as the JSON of an answer. pg would copy the query, ask for the columns of each
 * result, create an object for each row and look up the types of its columns, which takes longer than all the rest of a
 * short read.
 */
class TextQuery extends BaseQuery {
  #text: string | null = null;

  constructor(name: string | undefined, text: string, values: readonly unknown[], callback: QueryMethods['callback']) {
    super();
    this.text = text;
    this.name = name;
    this.values = values;
    this.callback = callback;
  }

  /** Otherwise pg would send an unnamed statement without values as a simple query, which describes its result. */
  override requiresPreparation(): boolean {
    return true;
  }

  /** Writes all messages together, because Node takes more time for several small writes than for one. */
  override prepare(connection: { stream: Writable }): void {
    const collector = getCollector(connection);
    super.prepare(collector);
    const bytes = Buffer.concat(collector.messages);
    collector.messages.length = 0;
    if (connection.stream.writable) connection.stream.write(bytes);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#text ??= fields[0] ?? null;
  }

  handleCommandComplete(): void {
    // The number of rows is not of interest.
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#text);
  }
}

export interface TextClient {
  query(query: Submittable): unknown;
}

/** The first column of the first row. Null if there is no row. */
export async function queryText(
  client: TextClient,
  name: string | undefined,
  text: string,
  values: readonly unknown[],
): Promise<string | null> {
  try {
    return await new Promise<string | null>((resolve, reject) => {
      const settle = (error: Error | null, result?: unknown) =>
        error === null ? resolve(result as string | null) : reject(error);
      client.query(new TextQuery(name, text, values, settle));
    });
  } catch (error) {
    // Leads to the caller instead of to the socket, as in pg.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
