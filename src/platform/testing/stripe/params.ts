export type Param = string | Params;
export interface Params {
  [name: string]: Param;
}

/** As the SDK writes them: `line_items[0][price_data][currency]=usd`. A list is an object by its places. */
export function parseParams(encoded: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? name;
    let place = params;
    for (const part of path) {
      const inner = place[part] ?? {};
      if (typeof inner === 'string') throw new Error(`${name} is a value and a group`);
      place[part] = inner;
      place = inner;
    }
    place[last] = value;
  }
  return params;
}

/** Nothing for what is not there, or is a group. */
export function getTextParam(params: Params, ...path: string[]): string | null {
  let place: Param | undefined = params;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'string' ? place : null;
}

export function getNumberParam(params: Params, ...path: string[]): number {
  return Number(getTextParam(params, ...path) ?? Number.NaN);
}

export function getGroupParam(params: Params, ...path: string[]): Record<string, string> {
  let place: Param | undefined = params;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'object'
    ? Object.fromEntries(Object.entries(place).map(([name, value]) => [name, String(value)]))
    : {};
}
