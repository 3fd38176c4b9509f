import { NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { assertDocumentLimits, assertDocumentSize, documentLimits, type DocumentRules } from './limits.ts';

/**
 * A document that may run, or what is wrong with it. Size, depth, fields, aliases and cost are checked before it is
 * validated. Validation stops at its first error: suggesting names for hundreds of unknown fields costs more than all else.
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
