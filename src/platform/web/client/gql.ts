import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { GraphqlSchema } from './graphql-schema.ts';

/** The text of a document, with the types of its data and variables. */
export type GraphqlDocument<Data, Variables> = string & DocumentDecoration<Data, Variables>;

/** Variables in which optional fields may also be undefined, because JSON omits those. */
export type SentVariables<Value> = Value extends readonly (infer Item)[]
  ? readonly SentVariables<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: SentVariables<Value[Key]> | (object extends Pick<Value, Key> ? undefined : never) }
    : Value;

type TypeDocument = initGraphQLTada<{ introspection: GraphqlSchema; disableMasking: true }>;

const join = ((text: string, fragments: readonly string[] = []) =>
  [text, ...fragments].join(' ')) as unknown as TypeDocument;

/** Types a document, or a fragment of one, by the schema. A document lists the fragments that it spreads. */
export function gql<const Text extends string, const Fragments extends NonNullable<Parameters<TypeDocument>[1]>>(
  text: Text,
  fragments?: Fragments,
) {
  const document = join(text, fragments);
  return document as string & typeof document;
}
