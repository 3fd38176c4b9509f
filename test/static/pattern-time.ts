import { parsePattern, type PatternNode } from './pattern-syntax.ts';

/**
 * Finds patterns whose time grows faster than their text. A matcher that backtracks is super-linear if it can read the
 * same text in two loops, or in one loop from many starts, and then fail:
 * - `\s+$` reads spaces again from each of them (quadratic),
 * - `^\d*\d*x` divides digits between two loops (quadratic),
 * - `^(?:a+)+x` divides them between any number of rounds (exponential).
 *
 * Positions are the characters of a pattern (Glushkov's automaton). Two loops p and q share a text if some text leads
 * from p to p, from p to q and from q to q. The start of a search is a loop over any character.
 */
export function findSlowLoop(pattern: Pick<RegExp, 'source' | 'flags'>): string | null {
  const tree = parsePattern(pattern);
  return analyze(tree, pattern, pattern.flags.includes('y') || isAnchored(tree));
}

/** A counted repetition beyond this is like one without end. */
const longestCount = 256;

interface Position {
  /** The samples that it accepts, as bits. */
  accepts: bigint;
  next: Set<number>;
}

/** A part of the pattern within the automaton. */
interface Fragment {
  first: number[];
  last: number[];
  /** The positions after which the match is certain. */
  certain: number[];
  isEmpty: boolean;
  /** Empty without an assertion, which can fail. */
  isCertainlyEmpty: boolean;
}

function analyze(tree: PatternNode, { source, flags }: Pick<RegExp, 'source' | 'flags'>, isFixed: boolean) {
  const samples = listSamples(tree);
  const positions: Position[] = [{ accepts: (1n << BigInt(samples.length)) - 1n, next: new Set() }];
  const loops = new Set<string>();
  const masks = new Map<string, bigint>();
  let problem: string | null = null;

  const whole = add(tree);
  const start = positions[0] as Position;
  if (!isFixed) start.next.add(0);
  for (const position of whole.first) start.next.add(position);
  const reach = positions.map((_, from) => reachFrom(from));
  const certain = new Set(whole.certain);
  for (let from = isFixed ? 1 : 0; from < positions.length; from++)
    for (let to = 1; to < positions.length; to++)
      if (from !== to && !certain.has(to) && isLoop(from) && isLoop(to) && reach[from]?.has(to) && sharesText(from, to))
        problem ??= from === 0 ? 'a loop is read from every start' : 'two loops read the same text';
  return problem;

  function add(node: PatternNode): Fragment {
    switch (node.kind) {
      case 'character': {
        const id = positions.push({ accepts: getMask(node.source), next: new Set() }) - 1;
        return { first: [id], last: [id], certain: [id], isEmpty: false, isCertainlyEmpty: false };
      }
      case 'assertion':
        return addAssertion(node);
      case 'choice': {
        const options = node.items.map(add);
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          certain: options.flatMap((option) => option.certain),
          isEmpty: options.some(({ isEmpty }) => isEmpty),
          isCertainlyEmpty: options.some(({ isCertainlyEmpty }) => isCertainlyEmpty),
        };
      }
      case 'sequence':
        return addSequence(node.items.map((item) => () => add(item)));
      case 'repeat':
        return addRepeat(node);
    }
  }

  function addSequence(parts: (() => Fragment)[]): Fragment {
    let whole: Fragment = { first: [], last: [], certain: [], isEmpty: true, isCertainlyEmpty: true };
    for (const part of parts) {
      const next = part();
      connect(whole.last, next.first);
      whole = {
        first: whole.isEmpty ? [...whole.first, ...next.first] : whole.first,
        last: next.isEmpty ? [...whole.last, ...next.last] : next.last,
        certain: next.isCertainlyEmpty ? [...whole.certain, ...next.certain] : next.certain,
        isEmpty: whole.isEmpty && next.isEmpty,
        isCertainlyEmpty: whole.isCertainlyEmpty && next.isCertainlyEmpty,
      };
    }
    return whole;
  }

  function addAssertion({ source: sign, inner }: Extract<PatternNode, { kind: 'assertion' }>): Fragment {
    const isBehind = sign.startsWith('(?<');
    // A character that is looked back at is read like any other.
    if (isBehind && inner !== null && inner.kind === 'sequence' && inner.items[0]?.kind === 'character') {
      const { source: character } = inner.items[0];
      if (inner.items.length === 1)
        return add({ kind: 'character', source: sign.endsWith('!') ? `(?!${character})[^]` : character });
    }
    if (isBehind && inner !== null) problem ??= analyze(inner, { source, flags }, false);
    // What is looked ahead at is read from here, can fail and leads nowhere.
    const first = isBehind || inner === null ? [] : add(inner).first;
    return { first, last: [], certain: [], isEmpty: true, isCertainlyEmpty: false };
  }

  function addRepeat({ item, min, max }: Extract<PatternNode, { kind: 'repeat' }>): Fragment {
    const isEndless = max > longestCount;
    // Two copies show what any number of them would read twice.
    const copies = isEndless || max < 2 ? 1 : 2;
    const whole = max === 0 ? addSequence([]) : addSequence(Array.from({ length: copies }, () => () => add(item)));
    if (isEndless)
      for (const from of whole.last)
        for (const to of whole.first) {
          if (loops.has(`${from} ${to}`)) problem ??= 'a loop within a loop';
          loops.add(`${from} ${to}`);
          positions[from]?.next.add(to);
        }
    return min === 0 ? { ...whole, isEmpty: true, isCertainlyEmpty: true } : whole;
  }

  function connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) for (const next of to) positions[position]?.next.add(next);
  }

  function getMask(character: string): bigint {
    let mask = masks.get(character);
    if (mask === undefined) {
      const one = new RegExp(`^(?:${character})$`, flags.replaceAll(/[gym]/g, ''));
      mask = samples.reduce((bits, sample, index) => (one.test(sample) ? bits | (1n << BigInt(index)) : bits), 0n);
      masks.set(character, mask);
    }
    return mask;
  }

  function reachFrom(from: number): Set<number> {
    const seen = new Set<number>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of positions[at]?.next ?? [])
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
    return seen;
  }

  function isLoop(position: number): boolean {
    return reach[position]?.has(position) === true;
  }

  function sharesText(p: number, q: number): boolean {
    const seen = new Set<string>();
    const open: [number, number, number][] = [[p, p, q]];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const [a, b, c] = state;
      for (const nextA of listNext(a, p))
        for (const nextB of listNext(b, q))
          for (const nextC of listNext(c, q)) {
            if ((accepts(nextA) & accepts(nextB) & accepts(nextC)) === 0n) continue;
            if (nextA === p && nextB === q && nextC === q) return true;
            const key = `${nextA} ${nextB} ${nextC}`;
            if (seen.has(key)) continue;
            seen.add(key);
            open.push([nextA, nextB, nextC]);
          }
    }
    return false;
  }

  /** The positions after one from which the target can still be reached. */
  function listNext(from: number, target: number): number[] {
    return [...(positions[from]?.next ?? [])].filter((next) => next === target || reach[next]?.has(target));
  }

  function accepts(position: number): bigint {
    return positions[position]?.accepts ?? 0n;
  }
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.source === '^';
    case 'choice':
      return node.items.every(isAnchored);
    case 'sequence': {
      const [first] = node.items;
      return first !== undefined && isAnchored(first);
    }
    default:
      return false;
  }
}

const usualSamples = [
  ...'azAZ09_- .,:;/\\@#\'"()[]{}<>+*?!&%=|~^$`',
  ...'\0\t\n\r\v\u0085\u00A0\u00ADßéʼΩяאا٣कक्ก中あ한',
  ...'\u0301\u0902\u094D\u115F\u200B\u200C\u200D\u200E\u202E\u2028\u2066\u2800\u3002\u3164\uFE0F\uFEFF\uFF0E❤😀',
  ...'\u{1F3F4}\u{1F3FD}\u{1F1E9}\u{E0061}\u{E0101}',
];

/** One character of each kind that the pattern could distinguish. */
function listSamples(node: PatternNode): string[] {
  const samples = new Set(usualSamples);
  const visit = (part: PatternNode): void => {
    if (part.kind === 'character')
      for (const character of part.source.matchAll(/\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})|[^]/giu)) {
        const code = character[1] ?? character[2] ?? character[3];
        samples.add(code === undefined ? character[0] : String.fromCodePoint(Number.parseInt(code, 16)));
      }
    else if (part.kind === 'repeat') visit(part.item);
    else if (part.kind !== 'assertion') part.items.forEach(visit);
    else if (part.inner !== null) visit(part.inner);
  };
  visit(node);
  return [...samples];
}
