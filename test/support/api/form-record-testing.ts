import { randomUUID } from 'node:crypto';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import type { Answers, Packet, Region } from '#features/forms/shared/contract.ts';
import { openQuestions, physicianReasons } from '#features/forms/shared/rules.ts';
import type { Locale } from '#platform/shared/locale.ts';

const names = {
  diver: 'Ida Okafor',
  store: 'Kelder Bay Diving',
  instructor: 'Jonas Brandt',
  association: 'Bluewater Divers Association',
};
export const drawnStrokes = [
  Array.from({ length: 60 }, (_, place) => [80 + place * 7, 100 + ((place * 37) % 60)]).flat(),
  [300, 170],
];

interface RecordOptions {
  region?: Region;
  packet?: Packet;
  affiliateId?: number;
  /** Languages of the diver and of the guardian, if any. */
  locales?: readonly [Locale, Locale?];
  /** Questions answered with yes. */
  yes?: readonly string[];
  signedAt?: string;
}

/** The content of a signed record. The diver's signature is drawn, the guardian's typed. */
export function createRecordContent({
  region = 'EU',
  packet = 'dsd',
  affiliateId = 40_017,
  locales = ['en-US'],
  yes = [],
  signedAt = '2026-11-15T18:02:44.000Z',
}: RecordOptions = {}): RecordContent {
  const versions = formLibrary.versionsOf(packet, region);
  const view = (locale: Locale) =>
    Object.entries(versions).map(([id, version]) => formLibrary.view(id, version, region, locale, names));
  const governing = view('en-US').map(({ form }) => form);
  const answers: Answers = Object.fromEntries(yes.map((id) => [id, 'yes']));
  for (const { id } of openQuestions(governing, answers)) answers[id] ??= 'no';
  const [diverLocale, guardianLocale] = locales;
  const shared = { acknowledged: Object.keys(versions), signedAt, ip: '2001:db8::17', userAgent: 'Browser/1.0' };
  const diver = {
    ...shared,
    affiliateId,
    role: 'diver',
    name: names.diver,
    locale: diverLocale,
    key: randomUUID(),
  } as const;
  const guardian = guardianLocale && {
    ...shared,
    key: randomUUID(),
    affiliateId: affiliateId + 1,
    role: 'guardian' as const,
    name: 'Adaeze Okafor',
    locale: guardianLocale,
    method: 'typed' as const,
    strokes: null,
    typedName: 'Adaeze Okafor',
  };
  return {
    format: 1,
    id: randomUUID(),
    packet,
    region,
    versions,
    diver: { affiliateId, name: names.diver, birthdate: '2014-03-02', age: 12, isMinor: guardian !== undefined },
    store: { number: 30_012, name: names.store },
    member: { number: 500_123, name: names.instructor },
    association: names.association,
    replaces: null,
    answers,
    shown: [...new Set([diverLocale, ...(guardianLocale ? [guardianLocale] : [])])].map((locale) => ({
      locale,
      forms: view(locale),
    })),
    governing,
    signers: [
      { ...diver, method: 'drawn', strokes: drawnStrokes, typedName: null },
      ...(guardian === undefined ? [] : [guardian]),
    ],
    signedAt,
    validUntil: '2027-11-15',
    keepUntil: '2031-11-15',
    medicalStatus: physicianReasons(governing, answers).length > 0 ? 'physician' : 'clear',
  };
}

let pdfium: Promise<PDFiumLibrary> | undefined;

/** The text of each page, with normalized whitespace. */
export async function readPdfPages(pdf: Buffer): Promise<string[]> {
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(pdf);
  try {
    return [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
  } finally {
    document.destroy();
  }
}
