import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';

/** Whether a value from JSON is already what GraphQL would convert it to. */
type InputMatcher = (value: unknown) => boolean;

const scalarMatchers: Readonly<Record<string, InputMatcher>> = {
  Boolean: (value) => typeof value === 'boolean',
  Float: (value) => Number.isFinite(value),
  ID: (value) => typeof value === 'string',
  Int: (value) => Number.isInteger(value) && (value as number) === ((value as number) | 0),
  String: (value) => typeof value === 'string',
};

/** Creates one matcher for each type. Input objects can contain each other, so their fields are looked up later. */
export function createInputMatchers(): (type: GraphQLInputType) => InputMatcher {
  const matchers = new Map<GraphQLInputType, InputMatcher>();

  function getMatcher(type: GraphQLInputType): InputMatcher {
    let matcher = matchers.get(type);
    if (matcher === undefined) matchers.set(type, (matcher = createMatcher(type)));
    return matcher;
  }

  function createMatcher(type: GraphQLInputType): InputMatcher {
    if (isNonNullType(type)) return createNullableMatcher(type.ofType);
    const matches = createNullableMatcher(type);
    return (value) => value === null || matches(value);
  }

  function createNullableMatcher(type: GraphQLInputType): InputMatcher {
    if (isListType(type)) {
      const matches = getMatcher(type.ofType as GraphQLInputType);
      return (value) => Array.isArray(value) && value.every(matches);
    }
    if (isInputObjectType(type)) return createObjectMatcher(type);
    if (isEnumType(type)) return (value) => typeof value === 'string' && type.getValue(value)?.value === value;
    return (isScalarType(type) ? scalarMatchers[type.name] : undefined) ?? (() => false);
  }

  function createObjectMatcher(type: GraphQLInputObjectType): InputMatcher {
    if (type.isOneOf) return () => false;
    let fields: Map<string, InputMatcher> | undefined;
    let present: string[] = [];
    return (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      if (fields === undefined) {
        const defined = Object.values(type.getFields());
        fields = new Map(defined.map((field) => [field.name, getMatcher(field.type)]));
        // GraphQL rejects a missing value, or adds the default.
        present = defined
          .filter((field) => isNonNullType(field.type) || field.defaultValue !== undefined)
          .map(({ name }) => name);
      }
      for (const name in value) {
        const matches = fields.get(name);
        if (matches === undefined || !matches((value as Record<string, unknown>)[name])) return false;
      }
      return present.every((name) => Object.hasOwn(value, name));
    };
  }

  return getMatcher;
}
