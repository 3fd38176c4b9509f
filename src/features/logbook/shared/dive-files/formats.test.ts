import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formats } from './formats.ts';

const page = readFileSync(new URL('../../../../../docs/dive-files.md', import.meta.url), 'utf8');

it.each(Object.values(formats))(
  'is documented as it is shown: $name',
  ({ name, isTriedOnRealFile, untriedVariants = [] }) => {
    const row = page.split('\n').find((line) => line.startsWith('| ') && line.split('|')[1]?.includes(name));
    expect(
      row
        ?.split('|')[3]
        ?.trim()
        .startsWith(isTriedOnRealFile ? 'yes' : 'not yet'),
    ).toBe(true);
    const [, untried = ''] = row?.split('|')[3]?.split('not yet: ') ?? [];
    expect(untried.trim()).toBe(untriedVariants.join(', '));
  },
);
