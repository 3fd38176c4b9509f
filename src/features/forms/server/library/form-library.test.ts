import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packets, regions } from '#features/forms/shared/contract.ts';
import { formsRoot, formLibrary, loadFormLibrary } from './form-library.ts';

const names = { diver: 'Ida Okafor', store: 'Kelder Bay', instructor: 'Jonas Brandt', association: 'Bluewater' };
let folder: string;

// The tests edit parsed files freely, so their type is any.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

function change(file: string, edit: (value: Json) => void): void {
  const value = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json;
  edit(value);
  writeFileSync(join(folder, file), JSON.stringify(value));
}

function loadProblems(): string[] {
  try {
    loadFormLibrary(folder);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

describe('shipped forms', () => {
  it('have no problems in any language', () => {
    expect(() => loadFormLibrary()).not.toThrow();
  });

  it.each([
    ['dsd', 'US', ['medical', 'liability-release', 'safe-practices', 'dsd-statement']],
    ['dsd', 'EU', ['medical', 'risk-statement', 'not-an-agent', 'safe-practices', 'dsd-statement']],
    ['dsd', 'resort', ['medical', 'resort-declaration', 'safe-practices', 'dsd-statement']],
    ['course', 'US', ['medical', 'liability-release', 'safe-practices']],
    ['course', 'EU', ['medical', 'risk-statement', 'not-an-agent', 'safe-practices']],
    ['course', 'resort', ['medical', 'resort-declaration', 'safe-practices']],
    ['medical', 'EU', ['medical']],
  ] as const)('for %s in %s are in reading order', (packet, region, ids) => {
    expect(Object.keys(formLibrary.versionsOf(packet, region))).toEqual(ids);
  });

  it.each([
    ['US', 'US'],
    ['CA', 'US'],
    ['DE', 'EU'],
    ['NO', 'EU'],
    ['GB', 'EU'],
    ['CH', 'EU'],
    ['EG', 'resort'],
    ['', 'resort'],
  ])('for country “%s” are those of %s', (country, region) => {
    expect(formLibrary.regionOf(country)).toBe(region);
  });

  it('are valid for a year and retained as long as each region requires', () => {
    expect(regions.map((region) => formLibrary.termsOf(region))).toEqual([
      { validMonths: 12, keepMonths: 84 },
      { validMonths: 12, keepMonths: 60 },
      { validMonths: 12, keepMonths: 24 },
    ]);
  });

  it('fill in the names and leave out lines of unnamed professionals', () => {
    const version = formLibrary.newestOf('risk-statement');
    const named = formLibrary.view('risk-statement', version, 'EU', 'en-US', names).form;
    expect(named.sections[0]?.points).toEqual([
      'Diver: Ida Okafor',
      'Dive center: Kelder Bay',
      'Instructor: Jonas Brandt',
      'Association: Bluewater',
    ]);
    const alone = formLibrary.view('risk-statement', version, 'EU', 'en-US', {
      ...names,
      store: null,
      instructor: null,
    }).form;
    expect(alone.sections[0]?.points).toEqual(['Diver: Ida Okafor', 'Association: Bluewater']);
    for (const packet of packets)
      for (const region of regions)
        for (const [id, version] of Object.entries(formLibrary.versionsOf(packet, region)))
          expect(JSON.stringify(formLibrary.view(id, version, region, 'en-US', names).form)).not.toMatch(
            /\{(?:diver|store|instructor|association)\}/,
          );
  });

  it('insert a name verbatim, whatever characters it contains', () => {
    const { form } = formLibrary.view('dsd-statement', 1, 'US', 'en-US', { ...names, diver: '$& {store} $1' });
    expect(form.sections[0]?.points[0]).toBe('Diver: $& {store} $1');
  });
});

describe('loadFormLibrary', () => {
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'forms-')), 'content/forms');
    // Each test adds its own translations.
    const filter = (path: string) => !/[a-z]{2}-[A-Z]{2}\.json$/.test(path) || path.endsWith('en-US.json');
    cpSync(formsRoot, folder, { recursive: true, filter });
  });
  afterEach(() => rmSync(join(folder, '../..'), { recursive: true }));

  describe('translation', () => {
    it('is used, with en-US as the fallback', () => {
      change('medical/v1/en-US.json', (text) => {
        text.title = 'Gesundheitsfragen';
        writeFileSync(join(folder, 'medical/v1/de-DE.json'), JSON.stringify(text));
        text.title = 'Medical';
      });
      const forms = loadFormLibrary(folder);
      expect(forms.view('medical', 1, 'EU', 'de-DE', names)).toMatchObject({
        locale: 'de-DE',
        form: { title: 'Gesundheitsfragen' },
      });
      expect(forms.view('medical', 1, 'EU', 'ja-JP', names)).toMatchObject({
        locale: 'en-US',
        form: { title: 'Medical' },
      });
    });

    it('is rejected unless its texts and names match the source', () => {
      change('medical/v1/en-US.json', (text) => {
        text.intro = 'Zehn Fragen.';
        delete text.questions.q4;
        text.sections.after.points.pop();
        text.sections.before.paragraphs.push('Mehr.');
        writeFileSync(join(folder, 'medical/v1/de-DE.json'), JSON.stringify(text));
      });
      rmSync(join(folder, 'medical/v1/en-US.json'));
      cpSync(join(formsRoot, 'medical/v1/en-US.json'), join(folder, 'medical/v1/en-US.json'));
      expect(loadProblems()).toEqual(
        [
          'questions.q4 is missing',
          'intro uses no names instead of {diver}',
          'sections.after.points.3 is missing',
          'sections.before.paragraphs.1 is not in en-US',
        ].map((problem) => `content/forms/medical/v1/de-DE.json: ${problem}`),
      );
    });
  });

  describe('newer version', () => {
    it('is signed from then on, and the old one can still be read', () => {
      cpSync(join(folder, 'medical/v3'), join(folder, 'medical/v4'), { recursive: true });
      change('medical/v4/en-US.json', (text) => (text.title = 'Medical, revised'));
      const forms = loadFormLibrary(folder);
      expect(forms.versionsOf('dsd', 'EU')).toMatchObject({ medical: 4, 'risk-statement': 2 });
      expect(forms.view('medical', 4, 'EU', 'en-US', names).form.title).toBe('Medical, revised');
      expect(forms.view('medical', 1, 'EU', 'en-US', names).form.title).toBe('Medical questionnaire');
      expect(() => forms.view('medical', 5, 'EU', 'en-US', names)).toThrow('no version 5');
    });

    it('does not replace the old one', () => {
      renameSync(join(folder, 'medical/v1'), join(folder, 'medical/v4'));
      expect(loadProblems()).toEqual(['content/forms/medical/v1: is missing: older versions must be kept']);
    });
  });

  describe('section of one region', () => {
    it('appears only in that region', () => {
      change('safe-practices/v1/form.json', ({ sections }) => (sections[0].regions = ['EU']));
      const forms = loadFormLibrary(folder);
      const idsIn = (region: 'EU' | 'US') =>
        forms.view('safe-practices', 1, region, 'en-US', names).form.sections.map(({ id }) => id);
      expect(idsIn('EU')).toEqual(['before', 'during', 'after', 'minor']);
      expect(idsIn('US')).toEqual(['during', 'after', 'minor']);
    });
  });

  describe('problem', () => {
    it.each<[string, string, (value: Json) => void, string]>([
      ['a missing text', 'medical/v1/en-US.json', (text) => delete text.questions.c2, 'questions.c2 is missing'],
      [
        'an empty text',
        'medical/v1/en-US.json',
        (text) => (text.questions.c2 = ' '),
        'questions.c2: Too small: expected string to have >=1 characters',
      ],
      [
        'a superfluous text',
        'medical/v1/en-US.json',
        (text) => (text.questions.z9 = '?'),
        'questions.z9 is not in form.json',
      ],
      [
        'an unknown placeholder',
        'medical/v1/en-US.json',
        (text) => (text.intro = 'Dear {name}'),
        'intro has an unknown placeholder or character: Dear {name}',
      ],
      [
        'markup',
        'medical/v1/en-US.json',
        (text) => (text.intro = '<b>Read</b>'),
        'intro has an unknown placeholder or character: <b>Read</b>',
      ],
      [
        'an optional name in the title',
        'medical/v1/en-US.json',
        (text) => (text.title = 'At {store}'),
        'title uses an optional name outside paragraphs and points',
      ],
      ['an empty section', 'medical/v1/en-US.json', (text) => (text.sections.before = {}), 'sections.before is empty'],
      [
        'a box of a question that is not there',
        'medical/v1/form.json',
        ({ sections }) => (sections[3].opensWith = 'q99'),
        'section box-a opens with q99, which is not an earlier question',
      ],
      [
        'a box of a later question',
        'medical/v1/form.json',
        ({ sections }) => sections.unshift(sections.splice(3, 1)[0]),
        'section box-a opens with q1, which is not an earlier question',
      ],
      [
        'a box in a box',
        'medical/v1/form.json',
        ({ sections }) => (sections[4].opensWith = 'a1'),
        'section box-b opens with a1, which is itself in a box',
      ],
      [
        'a box whose question is not asked there',
        'medical/v1/form.json',
        ({ sections }) => (sections[2].regions = ['US']),
        'section box-a opens with q1, which is not asked in all of its regions',
      ],
      [
        'a question twice',
        'medical/v1/form.json',
        ({ sections }) => sections[2].questions.push({ id: 'q1' }),
        'duplicate question q1',
      ],
      [
        'an unknown field',
        'medical/v1/form.json',
        ({ sections }) => (sections[0].opens = 'q1'),
        'sections.0: Unrecognized key: "opens"',
      ],
      [
        'an empty packet',
        'packets.json',
        (file) => (file.packets.dsd.EU = []),
        'packets.dsd.EU: Too small: expected array to have >=1 items',
      ],
      [
        'a packet without a region',
        'packets.json',
        (file) => delete file.packets.dsd.EU,
        'packets.dsd.EU: Invalid input: expected array, received undefined',
      ],
      [
        'an unknown form',
        'packets.json',
        (file) => file.packets.dsd.EU.push('waiver'),
        'packets.dsd.EU: unknown form waiver',
      ],
      [
        'a country twice',
        'packets.json',
        (file) => file.regions.US.countries.push('DE'),
        'country DE is in two regions',
      ],
      [
        'no region for the rest',
        'packets.json',
        (file) => file.regions.resort.countries.push('EG'),
        'exactly one region must have an empty list of countries, which covers all others',
      ],
    ])('is reported with its file: %s', (_name, file, edit, problem) => {
      change(file, edit);
      expect(loadProblems()).toContain(`content/forms/${file}: ${problem}`);
    });

    it('is reported for an unused form, an invalid version folder, an unknown locale and invalid JSON', () => {
      cpSync(join(folder, 'safe-practices'), join(folder, 'waiver'), { recursive: true });
      mkdirSync(join(folder, 'medical/draft'));
      writeFileSync(join(folder, 'medical/v1/xx-XX.json'), '{}');
      writeFileSync(join(folder, 'dsd-statement/v1/form.json'), '{');
      expect(loadProblems()).toEqual([
        expect.stringMatching(/^content\/forms\/dsd-statement\/v1\/form\.json: .*JSON/),
        'content/forms/medical/draft: is not a version: v1, v2, …',
        expect.stringMatching(/^content\/forms\/medical\/v1\/xx-XX\.json: is not one of the locales/),
        'content/forms/packets.json: form waiver is in no packet',
      ]);
    });
  });
});
