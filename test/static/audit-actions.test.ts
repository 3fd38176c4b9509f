import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { steps } from '#features/applications/shared/steps.ts';
import { findAuditActions } from './audit-action-checks.ts';

const root = join(import.meta.dirname, '../../src');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What is put together from data, as the code has it, and what it comes to. */
const composedActions = {
  '`photo.${body.status}`': ['photo.approved', 'photo.rejected'],
  '`outside_card.${body.status}`': ['outside_card.approved', 'outside_card.rejected'],
  '`forms.clearance_${outcome}`': ['forms.clearance_confirmed', 'forms.clearance_declined'],
  '`forms.medical_${decision}`': [
    'forms.medical_approved',
    'forms.medical_refused',
    'forms.medical_unclear',
    'forms.medical_corrected',
  ],
  '`application.${action}`': steps.map(({ action }) => `application.${action}`),
};

describe('deeds', () => {
  const files = globSync('{features/*/server,platform/server,app}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.|testing/.test(file),
  );
  const { deeds, complaints } = findAuditActions(
    Object.fromEntries(files.map((file) => [file, read(file)])),
    composedActions,
  );
  const messages = JSON.parse(read('features/association/shared/messages/en-US.json')) as Record<string, string>;
  const said = Object.keys(messages).filter((key) => key.startsWith('association.deed.'));

  it('are all found in the code', () => {
    expect(complaints).toEqual([]);
    expect(deeds.length).toBeGreaterThan(100);
  });

  it('have words for the desk, and no words are of a deed that nobody does', () => {
    const wanted = deeds.map((deed) => `association.deed.${deed.replaceAll(/[.-]/g, '_')}`);
    expect(said.toSorted()).toEqual([...new Set(wanted)].toSorted());
  });
});

describe('the search for deeds', () => {
  const audit = `import { appendAudit } from '#platform/server/observability/audit.ts';`;
  const of = (source: string, more: Record<string, string> = {}) =>
    findAuditActions({ 'features/a/server/b.ts': `${audit}\n${source}`, ...more }, {});

  it.each([
    ['a text', `appendAudit(db, { action: 'a.done' })`, ['a.done']],
    ['either side of a condition', `appendAudit(db, { action: isOn ? 'a.on' : 'a.off' })`, ['a.on', 'a.off']],
    [
      'a constant',
      `function f() { const to = isOn ? 'on' : 'off'; appendAudit(db, { action: \`a.\${to}\` }); }`,
      ['a.on', 'a.off'],
    ],
    [
      'what a function is given',
      `const log = (db, step) => appendAudit(db, { action: \`a.\${step}\` }); log(db, 'b')`,
      ['a.b'],
    ],
    [
      'what it passes on',
      `function log(action) { appendAudit(db, { action }); } function on(x) { log(\`\${x}.read\`); } on('a')`,
      ['a.read'],
    ],
    [
      'what one of an object is given',
      `const o = { log: (x) => appendAudit(db, { action: x }) }; o.log('a.b')`,
      ['a.b'],
    ],
  ])('finds %s', (_what, source, deeds) => {
    expect(of(source)).toEqual({ deeds, complaints: [] });
  });

  it('follows a function into other areas, and takes no other of its name for it', () => {
    const log = `export function log(action) { appendAudit(db, { action }); }`;
    const use = (from: string) => `import { log } from '${from}'; log('c.done');`;
    expect(of(log, { 'features/c/server/d.ts': use('../../a/server/public.ts') }).deeds).toEqual(['c.done']);
    expect(of(log, { 'features/c/server/d.ts': use('./other.ts') }).deeds).toEqual([]);
  });

  it('names what it cannot know, and an entry of the list that is not needed', () => {
    expect(of('appendAudit(db, { action: `a.${body.status}` })').complaints).toEqual([
      'features/a/server/b.ts: `a.${body.status}` may be anything',
    ]);
    expect(findAuditActions({}, { 'a.b': [] }).complaints).toEqual(['a.b: no code has it']);
  });
});
