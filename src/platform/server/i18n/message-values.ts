import { IntlMessageFormat } from 'intl-messageformat';

/** What a message wants a value to be: one of the words of a choice, or something of a kind. */
export type MessageValueKind = 'text' | 'number' | 'date' | { oneOf: readonly string[] };

type MessageElements = ReturnType<IntlMessageFormat['getAst']>;

/** The values that a message has places for, by name. */
export function listMessageValues(text: string): Map<string, MessageValueKind> {
  const found = new Map<string, MessageValueKind>();
  collectValues(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst(), found);
  return found;
}

/** The numbers are those of the parser: 1 text, 2 number, 3 date, 4 time, 5 choice, 6 plural. */
function collectValues(elements: MessageElements, found: Map<string, MessageValueKind>): void {
  for (const element of elements) {
    // What stands as a mere text in one place may be counted in another.
    if (element.type === 1 && !found.has(element.value)) found.set(element.value, 'text');
    if (element.type === 2 || element.type === 6) found.set(element.value, 'number');
    if (element.type === 3 || element.type === 4) found.set(element.value, 'date');
    if (element.type === 5) found.set(element.value, { oneOf: Object.keys(element.options) });
    if (element.type === 5 || element.type === 6)
      for (const option of Object.values(element.options)) collectValues(option.value, found);
  }
}
