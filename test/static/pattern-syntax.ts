/** A part of a regular expression. Characters are the source of what one position accepts, such as `[a-z]` or `\d`. */
export type PatternNode =
  | { kind: 'character'; source: string }
  | { kind: 'sequence' | 'choice'; items: PatternNode[] }
  | { kind: 'repeat'; item: PatternNode; min: number; max: number }
  /** `^`, `$`, `\b` or what is looked at. */
  | { kind: 'assertion'; source: string; inner: PatternNode | null };

const lookaround = /^\(\?<?[=!]/;
const groupStart = /^\((?:\?(?:<[^=!>][^>]*>|[ims-]*:))?/;
const escape = /^\\(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[^])/i;
const quantifier = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;

/** Parses the regular expressions that JavaScript accepts, except back references. */
export function parsePattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>): PatternNode {
  let rest = source;
  const take = (length: number): string => {
    const taken = rest.slice(0, length);
    rest = rest.slice(length);
    return taken;
  };

  function parseChoice(): PatternNode {
    const items = [parseSequence()];
    while (rest.startsWith('|')) {
      take(1);
      items.push(parseSequence());
    }
    return items.length === 1 ? (items[0] as PatternNode) : { kind: 'choice', items };
  }

  function parseSequence(): PatternNode {
    const items: PatternNode[] = [];
    const isAtEnd = () => rest === '' || rest.startsWith('|') || rest.startsWith(')');
    while (!isAtEnd()) items.push(parseQuantified());
    return { kind: 'sequence', items };
  }

  function parseQuantified(): PatternNode {
    const item = parseAtom();
    const found = quantifier.exec(rest);
    if (found === null) return item;
    const sign = take(found[0].length)[0];
    const [, from, comma, to] = found;
    const min = from === undefined ? (sign === '+' ? 1 : 0) : Number(from);
    const max =
      from === undefined
        ? sign === '?'
          ? 1
          : Infinity
        : comma === undefined
          ? min
          : to === ''
            ? Infinity
            : Number(to);
    return { kind: 'repeat', item, min, max };
  }

  function parseAtom(): PatternNode {
    if (lookaround.test(rest)) {
      const start = take((lookaround.exec(rest) as RegExpExecArray)[0].length);
      const inner = parseChoice();
      take(1);
      return { kind: 'assertion', source: start, inner };
    }
    if (rest.startsWith('(')) {
      take((groupStart.exec(rest) as RegExpExecArray)[0].length);
      const inner = parseChoice();
      take(1);
      return inner;
    }
    if (rest.startsWith('[')) return { kind: 'character', source: take(findClassEnd()) };
    if (rest.startsWith('^') || rest.startsWith('$')) return { kind: 'assertion', source: take(1), inner: null };
    if (!rest.startsWith('\\')) return { kind: 'character', source: takeCharacter() };
    const text = take((escape.exec(rest) as RegExpExecArray)[0].length);
    if (/^\\(?:[1-9]|k<)/.test(text)) throw new Error(`back references are not supported: /${source}/`);
    return /^\\b$/i.test(text) ? { kind: 'assertion', source: text, inner: null } : { kind: 'character', source: text };
  }

  function takeCharacter(): string {
    return take(/[uv]/.test(flags) ? String.fromCodePoint(rest.codePointAt(0) ?? 0).length : 1);
  }

  function findClassEnd(): number {
    let depth = 0;
    for (let at = 0; at < rest.length; at++) {
      if (rest[at] === '\\') at++;
      else if (rest[at] === '[' && (depth === 0 || flags.includes('v'))) depth++;
      else if (rest[at] === ']' && --depth === 0) return at + 1;
    }
    throw new Error(`a class without an end: /${source}/`);
  }

  return parseChoice();
}
