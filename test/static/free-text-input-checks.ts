import type * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

interface StringInput {
  path: string;
  /** Accepts ordinary words and invisible characters within them. */
  isUnchecked: boolean;
  schema: $ZodType;
}

const lengths = [3, 8, 20, 43, 100];
const plainSamples = lengths.map((length) => 'A b'.repeat(40).slice(0, length));
const disguisedSamples = lengths.map((length) => 'A\u202Eb'.repeat(40).slice(0, length));

/** All strings of an input by path. Schemas are tested with values, because the same rule can be written in many ways. */
export function listStringInputs(schema: $ZodType, path = ''): StringInput[] {
  const { def } = schema as unknown as { def: ZodDefinition };
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, inner]) => listStringInputs(inner, at(name)));
    case 'array':
      return def.element ? listStringInputs(def.element, at('[]')) : [];
    case 'record':
      return def.valueType ? listStringInputs(def.valueType, at('{}')) : [];
    case 'tuple':
      return (def.items ?? []).flatMap((inner) => listStringInputs(inner, at('[]')));
    case 'union':
      return (def.options ?? []).flatMap((inner) => listStringInputs(inner, path));
    case 'intersection':
      return [def.left, def.right].flatMap((inner) => (inner ? listStringInputs(inner, path) : []));
    case 'lazy':
      return [];
    case 'string':
    case 'pipe':
    case 'transform':
    case 'any':
    case 'unknown':
    case 'custom':
      return [{ path, schema, isUnchecked: acceptsAny(schema, plainSamples) && acceptsAny(schema, disguisedSamples) }];
    default:
      return def.innerType ? listStringInputs(def.innerType, path) : [];
  }
}

interface ZodDefinition {
  type: string;
  shape?: Record<string, $ZodType>;
  element?: $ZodType;
  valueType?: $ZodType;
  items?: $ZodType[];
  options?: $ZodType[];
  left?: $ZodType;
  right?: $ZodType;
  innerType?: $ZodType;
}

function acceptsAny(schema: $ZodType, texts: readonly string[]): boolean {
  return texts.some((text) => {
    try {
      return (schema as z.ZodType).safeParse(text).success;
    } catch {
      return false;
    }
  });
}
