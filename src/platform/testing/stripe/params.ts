export type Param = string | Params;
export interface Params {
  [name: string]: Param;
}

/** Parses the SDK's form encoding, `line_items[0][price_data][currency]=usd`. A list becomes an object by index. */
export function parseParams(encoded: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? name;
    let node = params;
    for (const part of path) {
      const inner = node[part] ?? {};
      if (typeof inner === 'string') throw new Error(`parameter ${name} is both a value and a group`);
      node[part] = inner;
      node = inner;
    }
    node[last] = value;
  }
  return params;
}

/** Returns null for a missing parameter or a group. */
export function getTextParam(params: Params, ...path: string[]): string | null {
  let node: Param | undefined = params;
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined;
  return typeof node === 'string' ? node : null;
}

export function getNumberParam(params: Params, ...path: string[]): number {
  return Number(getTextParam(params, ...path) ?? Number.NaN);
}

export function getGroupParam(params: Params, ...path: string[]): Record<string, string> {
  let node: Param | undefined = params;
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined;
  return typeof node === 'object'
    ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, String(value)]))
    : {};
}
