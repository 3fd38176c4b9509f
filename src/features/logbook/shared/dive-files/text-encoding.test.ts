import { expect, it } from 'vitest';
import type { ReadWarning } from './dive-file.ts';
import { readDiveFile } from './read-dive-file.ts';
import { decodeText } from './text-encoding.ts';

const decode = (bytes: Uint8Array) => {
  const warnings: ReadWarning[] = [];
  return { text: decodeText(bytes, warnings), values: warnings.map(({ value }) => value) };
};
const withByte = (text: string, byte: number) => Uint8Array.from([...Buffer.from(text), byte]);

it('keeps UTF-8 of which a single byte is damaged', () => {
  expect(decode(withByte('Żółw, Grüner See ', 0xe9))).toEqual({ text: 'Żółw, Grüner See \uFFFD', values: ['utf-8'] });
  expect(decode(Uint8Array.of(0x5a, 0x6f, 0xeb, 0x20, 0xe9, 0x74, 0xe9))).toEqual({
    text: 'Zoë été',
    values: ['windows-1252'],
  });
});

it('keeps the letters of a damaged table', () => {
  const { dives, warnings } = readDiveFile(withByte('Date,Depth,Site\n2024-05-01,12,Żółw ', 0xff));
  expect(dives).toMatchObject([{ site: { name: 'Żółw \uFFFD' } }]);
  expect(warnings).toContainEqual({ field: 'encoding', code: 'wrong-encoding', value: 'utf-8', count: 1 });
});
