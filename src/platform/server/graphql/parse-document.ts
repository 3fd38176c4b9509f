import { NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { assertDocumentLimits, assertDocumentSize, documentLimits, type DocumentRules } from './limits.ts';

/**
 * Returns a valid document, or the errors in it. Size, depth, fields and aliases are checked before validation.
 * Validation stops at the first error, because suggesting names for hundreds of unknown fields is expensive.
 */
export function parseDocument(
  schema: GraphQLSchema,
  query: string,
  rules: DocumentRules,
): DocumentNode | readonly GraphQLError[] {
  assertDocumentSize(query);
  const document = parse(query, { maxTokens: documentLimits.tokens });
  assertDocumentLimits(document, rules);
  const checks = rules.allowsIntrospection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, checks, { maxErrors: 1 });
  return errors.length > 0 ? errors.slice(0, 1) : document;
}
