import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawnStrokes, readPdfPages, createRecordContent } from '#test/support/api/form-record-testing.ts';
import type { Services } from '#platform/server/http/context.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { listConcerns } from '#features/forms/shared/concerns.ts';
import {
  contentDigest,
  type EvaluationContent,
  type RecordContent,
} from '#features/forms/server/records/record-content.ts';
import { makeEvaluationPdf, makePhysicianPagePdf } from './evaluation-pdf.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { makeRecordPdf } from './record-pdf.ts';

const services = {
  env: readEnv({ NODE_ENV: 'test' }),
  messages: loadMessages(join(import.meta.dirname, '../../../..')),
} as unknown as Services;

/** Pretends that the forms are translated into the locale. */
function translated(content: RecordContent, locale: 'de-DE', title: string): RecordContent {
  const shown = content.shown.map((entry) =>
    entry.locale === locale
      ? { locale, forms: content.governing.map((form) => ({ locale, form: { ...form, title } })) }
      : entry,
  );
  return { ...content, shown };
}

describe('makeRecordPdf', () => {
  it.each([
    ['US', ['Medical questionnaire', 'Liability release', 'Safe diving practices', 'Discover Scuba Diving statement']],
    [
      'EU',
      ['Medical questionnaire', 'Statement of risks', 'Non-agency notice', 'Safe diving practices', 'Discover Scuba'],
    ],
    ['resort', ['Medical questionnaire', 'Pre-dive declaration', 'Safe diving practices', 'Discover Scuba']],
  ] as const)('for %s starts every form on its own page after the signatures', async (region, titles) => {
    const content = createRecordContent({ region });
    const pages = await readPdfPages(await makeRecordPdf(services, content));
    const begins = pages.map((page) =>
      titles.findIndex(
        (title, index) =>
          page.includes(`${title} `) && page.includes(`Version ${content.governing[index]?.version ?? 'none'}`),
      ),
    );
    expect(begins.filter((index) => index !== -1)).toEqual(titles.map((_, index) => index));
    expect(pages[0]).toContain('Signatures');
  });

  it('shows who signed, when, how and from where, and the digest', async () => {
    const content = createRecordContent({ locales: ['en-US', 'en-US'] });
    const text = (await readPdfPages(await makeRecordPdf(services, content))).join(' ');
    for (const expected of [
      'Ida Okafor, 40017',
      'March 2, 2014',
      'Kelder Bay Diving, 30012',
      'Jonas Brandt, 500123',
      content.id,
      'Diver',
      'Parent or guardian',
      'November 15, 2026 at 6:02:44 PM UTC',
      'Drawn on screen',
      'Typed full name',
      '2001:db8::17',
      'Browser/1.0',
      contentDigest(content),
      'Acknowledged by Ida Okafor and Adaeze Okafor',
    ])
      expect(text).toContain(expected);
  });

  it('shows each answer and opened box, and why a physician is needed', async () => {
    const content = createRecordContent({ yes: ['medical.q4', 'medical.c2'] });
    const pages = await readPdfPages(await makeRecordPdf(services, content));
    const medical = pages.find((page) => page.startsWith('Bluewater') && page.includes('The ten questions')) ?? '';
    expect(medical).toContain('Any problems with your eyes, ears, nose or sinuses? Yes');
    expect(medical).toContain('Any ear disease, ear surgery, hearing loss or poor balance? Yes');
    expect(medical).toContain('Have you had sinus surgery in the last 6 months? No');
    expect(medical).not.toContain('high cholesterol?');
    expect(pages[0]).toContain('Physician’s clearance required before diving');
    expect(pages[0]).toContain('Any ear disease, ear surgery, hearing loss or poor balance?');
  });

  it('says that no physician is needed when no answer requires one', async () => {
    const [first] = await readPdfPages(await makeRecordPdf(services, createRecordContent({ yes: ['medical.q4'] })));
    expect(first).toContain('No physician’s clearance needed');
  });

  it('contains the text each signer read, and the governing text if no one read it', async () => {
    const german = translated(createRecordContent({ locales: ['de-DE'] }), 'de-DE', 'Auf Deutsch');
    const text = (await readPdfPages(await makeRecordPdf(services, german))).join(' ');
    const governing = services.messages.format('de-DE', 'forms.document.governing');
    expect(text.match(/Auf Deutsch/g)).toHaveLength(5);
    expect(text.split(governing)).toHaveLength(2);
    expect(text.split(governing)[1]).toContain('Statement of risks and liability');

    const both = translated(createRecordContent({ locales: ['de-DE', 'en-US'] }), 'de-DE', 'Auf Deutsch');
    const read = (await readPdfPages(await makeRecordPdf(services, both))).join(' ');
    expect(read).toContain('Auf Deutsch');
    expect(read).toContain('Acknowledged by Adaeze Okafor');
    expect(read).not.toContain(governing);
  });

  it('prints a text once when two signers read it, one as a fallback', async () => {
    const content = createRecordContent({ locales: ['en-US', 'en-US'] });
    const [first] = content.shown;
    const mixed = { ...content, shown: [{ locale: 'ja-JP' as const, forms: first?.forms ?? [] }, ...content.shown] };
    mixed.signers = content.signers.map((signer, index) => (index === 0 ? { ...signer, locale: 'ja-JP' } : signer));
    const text = (await readPdfPages(await makeRecordPdf(services, mixed))).join(' ');
    expect(text.match(/The ten questions/g)).toHaveLength(1);
    expect(text).toContain('Acknowledged by Ida Okafor and Adaeze Okafor');
  });

  it('is a tagged archive file and deterministic', async () => {
    const content = createRecordContent();
    const pdf = await makeRecordPdf(services, content);
    expect(pdf.toString('latin1')).toContain('pdfaid:part');
    expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
    expect(await makeRecordPdf(services, content)).toEqual(pdf);
  });
});

describe('physician’s page', () => {
  const record = createRecordContent({ yes: ['medical.q10'] });
  const { diver, association, governing, answers } = record;
  const form = formLibrary.view(
    formLibrary.physicianForm,
    formLibrary.newestOf(formLibrary.physicianForm),
    'EU',
    'en-US',
    {
      ...diver,
      diver: diver.name,
      store: null,
      instructor: null,
      association,
    },
  );
  const page = {
    recordId: record.id,
    diver,
    form,
    concerns: listConcerns(governing, answers),
    locale: 'en-US' as const,
  };

  it('to print fits the diver, the answers and the signature on one sheet', async () => {
    const [first, second] = await readPdfPages(
      await makePhysicianPagePdf(services, page, new Date('2026-11-16T10:00:00Z')),
    );
    for (const expected of [
      'Ida Okafor',
      record.id,
      'prescription medications',
      'Approved',
      'Not approved',
      'Signature',
      'Date',
    ])
      expect(first).toContain(expected);
    expect(first).toContain(form.form.acknowledgement);
    expect(second).toContain('Physical demands of diving');
  });

  it.each([
    ['approved', 'drawn', 'Approved for scuba diving'],
    ['refused', 'typed', 'Not approved for scuba diving'],
  ] as const)('that is decided shows %s, the physician and the remarks', async (decision, method, expectedText) => {
    const content: EvaluationContent = {
      format: 1,
      id: record.id,
      ...page,
      diver: { name: diver.name, birthdate: diver.birthdate, age: diver.age },
      association,
      governing: form.form,
      decision,
      physician: 'Dr. Mirela Sava',
      clinic: 'Harbour Clinic, Split',
      remarks: 'Seen on Monday.',
      isAcknowledged: true,
      method,
      strokes: method === 'drawn' ? drawnStrokes : null,
      typedName: method === 'typed' ? 'Mirela Sava' : null,
      decidedAt: '2026-11-17T09:12:00.000Z',
      ip: '203.0.113.9',
      userAgent: '',
    };
    const [first] = await readPdfPages(await makeEvaluationPdf(services, content));
    for (const expected of [
      expectedText,
      'Dr. Mirela Sava',
      'Harbour Clinic, Split',
      'Seen on Monday.',
      '203.0.113.9',
      contentDigest(content),
    ])
      expect(first).toContain(expected);
  });
});
