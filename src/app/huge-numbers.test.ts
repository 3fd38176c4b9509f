import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Access } from '../platform/shared/access.ts';
import { splitKey, type Call } from '../platform/shared/contract.ts';
import { restContracts } from './contracts.ts';
import { testPortal } from './testing.ts';

const portal = await testPortal({ RATE_LIMIT_PER_MIN: '1000000' });
/** One past PostgreSQL's integer, the last number that JavaScript keeps exactly, and one that no type of ours holds. */
const huge = [2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300];

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  minLength?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

const samples: Readonly<Record<string, string>> = {
  uuid: '0191d1a0-0000-7000-8000-000000000000',
  date: '2026-01-31',
  'date-time': '2026-01-31T10:00:00Z',
  email: 'diver@demo.test',
  uri: 'https://portal.example',
};

/** A value of this shape with `number` wherever a number fits, whatever the schema says of its range. */
function fill(schema: Schema, number: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice !== undefined) return fill(choice.find(hasNumber) ?? choice[0] ?? {}, number);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'integer' || type === 'number') return number;
  if (type === 'boolean') return true;
  if (type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => fill(schema.items ?? {}, number));
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fill(inner, number)]),
    );
  return samples[schema.format ?? ''] ?? 'a'.repeat(Math.max(1, schema.minLength ?? 0));
}

function hasNumber(schema: Schema): boolean {
  return /"type":"(integer|number)"/.test(JSON.stringify(schema));
}

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined ? {} : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);

function callerOf(access: Access): string | null {
  if (access === 'anyone') return null;
  if (access === 'signedIn' || access.includes('diver')) return 'diver@demo.test';
  if (access.includes('professional')) return 'instructor@demo.test';
  return access.includes('store') ? 'store@demo.test' : 'staff@demo.test';
}

const calls = restContracts.flatMap(({ base, calls }) =>
  Object.entries(calls as Record<string, Call>)
    .map(([key, call]) => ({ key, call, base, shapes: [call.params, call.query, call.body].map(schemaOf) }))
    // Forms with a file are read part by part and hold text only.
    .filter(({ call, shapes }) => call.upload === undefined && shapes.some(hasNumber)),
);

describe('a number out of range', () => {
  it('is found in many calls, so the walk below means something', () => {
    expect(calls.length).toBeGreaterThan(40);
  });

  it.each(calls.map((entry) => [entry.key, entry] as const))('is no server error in %s', async (_key, entry) => {
    const { base, call, key, shapes } = entry;
    const [params = {}, query = {}, body = {}] = shapes;
    const { method, path } = splitKey(key);
    for (const number of huge) {
      const values = fill(params, number) as Record<string, unknown>;
      const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(String(values[name] ?? 'a')),
      );
      const search = Object.entries((call.query ? fill(query, number) : {}) as Record<string, unknown>)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
        .join('&');
      const answer = await portal.request(
        callerOf(call.access),
        method,
        `${base}/${place}${search === '' ? '' : `?${search}`}`,
        call.body ? (fill(body, number) as object) : undefined,
      );
      expect([
        number,
        answer.statusCode,
        answer.statusCode < 500 || answer.statusCode === 503 ? '' : answer.body,
      ]).toEqual([number, expect.any(Number), '']);
    }
  });
});
