import { IntlMessageFormat } from 'intl-messageformat';

/** The type of a message value: one of the options of a select, or a basic type. */
export type MessageValueKind = 'text' | 'number' | 'date' | { oneOf: readonly string[] };

type MessageElements = ReturnType<IntlMessageFormat['getAst']>;

/** The values that a message uses, by name. */
export function listMessageValues(text: string): Map<string, MessageValueKind> {
  const found = new Map<string, MessageValueKind>();
  collectValues(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst(), found);
  return found;
}

/** Element types of the parser: 1 argument, 2 number, 3 date, 4 time, 5 select, 6 plural. */
function collectValues(elements: MessageElements, found: Map<string, MessageValueKind>): void {
  for (const element of elements) {
    // A value may appear as text and also as a number or date, which takes precedence.
    if (element.type === 1 && !found.has(element.value)) found.set(element.value, 'text');
    if (element.type === 2 || element.type === 6) found.set(element.value, 'number');
    if (element.type === 3 || element.type === 4) found.set(element.value, 'date');
    if (element.type === 5) found.set(element.value, { oneOf: Object.keys(element.options) });
    if (element.type === 5 || element.type === 6)
      for (const option of Object.values(element.options)) collectValues(option.value, found);
  }
}
