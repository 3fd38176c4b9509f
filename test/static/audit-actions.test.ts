import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditActions } from '#domain/audit-actions.ts';

const folder = join(import.meta.dirname, '../../src/features/association/shared/messages');
const messages = JSON.parse(readFileSync(join(folder, 'en-US.json'), 'utf8')) as Record<string, string>;

describe('audit actions', () => {
  it('each have a message for the desk, and no message is unused', () => {
    const expected = auditActions.map((action) => `association.deed.${action.replaceAll(/[.-]/g, '_')}`);
    const actual = Object.keys(messages).filter((key) => key.startsWith('association.deed.'));
    expect(actual.toSorted()).toEqual([...new Set(expected)].toSorted());
  });
});
