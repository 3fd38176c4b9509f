import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { defaultLocale, isLocale, type Locale, locales } from '#platform/shared/locale.ts';
import { type FormView, type Packet, packets, type Region, regions } from '#features/forms/shared/contract.ts';
import {
  validateFormFile,
  validateTranslation,
  validateFormText,
  FormFile,
  type FormNames,
  FormText,
  renderForm,
} from './form-definition.ts';

export const formsRoot = resolve(import.meta.dirname, '../../../../../content/forms');
/** Given to physicians, and part of no packet. */
const physicianForm = 'physician-evaluation';

const Months = z.int().min(1).max(240);
const PacketsFile = z.strictObject({
  regions: z.record(
    z.enum(regions),
    z.strictObject({
      /** ISO; the region without any has all the others. */
      countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
      validMonths: Months,
      keepMonths: Months,
    }),
  ),
  packets: z.record(z.enum(packets), z.record(z.enum(regions), z.array(z.string()).min(1))),
});
type PacketsFile = z.output<typeof PacketsFile>;

interface FormVersion {
  id: string;
  version: number;
  file: FormFile;
  /** en-US is always there. */
  words: Map<Locale, FormText>;
}

interface FormLibrary {
  /** Where a store or person of this country (ISO, or empty) signs. */
  regionOf(country: string): Region;
  termsOf(region: Region): { validMonths: number; keepMonths: number };
  /** The newest version of each form of a packet, in the order in which they are read. */
  versionsOf(packet: Packet, region: Region): Record<string, number>;
  /** One form in one language; a locale that it does not have is read in en-US, and says so. */
  view(
    id: string,
    version: number,
    region: Region,
    locale: Locale,
    names: FormNames,
  ): { form: FormView; locale: Locale };
  /** The newest version of one form. */
  newestOf(id: string): number;
  /** The physician's form, not part of a packet. */
  physicianForm: string;
}

/** The forms of a folder, all read and checked; with a fault nothing, and all faults named. */
export function loadFormLibrary(root = formsRoot): FormLibrary {
  const { packetsFile, forms } = readForms(root);
  const newestOf = (id: string) => {
    const newest = forms.get(id)?.length;
    if (newest === undefined) throw new Error(`there is no form ${id}`);
    return newest;
  };
  return {
    physicianForm,
    newestOf,
    regionOf: (country) =>
      regions.find((region) => packetsFile.regions[region].countries.includes(country)) ??
      (regions.find((region) => packetsFile.regions[region].countries.length === 0) as Region),
    termsOf(region) {
      const { validMonths, keepMonths } = packetsFile.regions[region];
      return { validMonths, keepMonths };
    },
    versionsOf: (packet, region) =>
      Object.fromEntries(packetsFile.packets[packet][region].map((id) => [id, newestOf(id)])),
    view(id, version, region, locale, names) {
      const found = forms.get(id)?.[version - 1];
      if (found === undefined) throw new Error(`there is no version ${version} of form ${id}`);
      const shown = found.words.has(locale) ? locale : defaultLocale;
      return { form: renderForm(found, found.words.get(shown) as FormText, region, names), locale: shown };
    },
  };
}

let loadedLibrary: FormLibrary | undefined;
const getLibrary = () => (loadedLibrary ??= loadFormLibrary());

/** One for the process, read when it is first asked for. */
export const formLibrary: FormLibrary = {
  physicianForm,
  newestOf: (id) => getLibrary().newestOf(id),
  regionOf: (country) => getLibrary().regionOf(country),
  termsOf: (region) => getLibrary().termsOf(region),
  versionsOf: (packet, region) => getLibrary().versionsOf(packet, region),
  view: (id, version, region, locale, names) => getLibrary().view(id, version, region, locale, names),
};

/** Before anybody is served: a form with a fault is its author's to mend. */
export function validateForms(): void {
  getLibrary();
}

type ReportProblem = (file: string, problem: string) => void;

function readForms(root: string): { packetsFile: PacketsFile; forms: Map<string, FormVersion[]> } {
  const faults: string[] = [];
  const say: ReportProblem = (file, problem) => faults.push(`${relative(join(root, '../..'), file)}: ${problem}`);
  const forms = new Map<string, FormVersion[]>();
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    forms.set(name, readVersions(join(root, name), name, say));
  const packetsPath = join(root, 'packets.json');
  const packetsFile = readJson(packetsPath, PacketsFile, say);
  if (packetsFile) checkPackets(packetsFile, forms, (problem) => say(packetsPath, problem));
  if (faults.length > 0 || !packetsFile) throw new Error(`the forms have faults:\n${faults.join('\n')}`);
  return { packetsFile, forms };
}

function readVersions(folder: string, id: string, say: ReportProblem): FormVersion[] {
  const names = readdirSync(folder);
  const versions = names.map((name) => Number(/^v([1-9]\d*)$/.exec(name)?.[1]));
  for (const [index, name] of names.entries())
    if (Number.isNaN(versions[index])) say(join(folder, name), 'is not a version: v1, v2, …');
  const count = versions.filter((version) => !Number.isNaN(version)).length;
  if (count === 0) say(folder, 'has no version');
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((version) => {
    const path = join(folder, `v${version}`);
    // What was signed once is shown as it was.
    if (!existsSync(path)) say(path, 'is missing: an older version stays where it is');
    else return readVersion(path, id, version, say) ?? [];
    return [];
  });
}

function readVersion(folder: string, id: string, version: number, say: ReportProblem): FormVersion | null {
  const filePath = join(folder, 'form.json');
  const file = readJson(filePath, FormFile, say);
  const source = readJson(join(folder, `${defaultLocale}.json`), FormText, say);
  if (!file || !source) return null;
  for (const problem of validateFormFile(file)) say(filePath, problem);
  const words = new Map<Locale, FormText>([[defaultLocale, source]]);
  for (const name of readdirSync(folder)) {
    const locale = name.replace(/\.json$/, '');
    if (name === 'form.json' || locale === defaultLocale) continue;
    const path = join(folder, name);
    if (!name.endsWith('.json') || !isLocale(locale)) {
      say(path, `is in none of the languages ${locales.join(', ')}`);
      continue;
    }
    const translation = readJson(path, FormText, say);
    if (translation) words.set(locale, translation);
  }
  for (const [locale, text] of words) {
    const problems = [...validateFormText(file, text), ...(text === source ? [] : validateTranslation(source, text))];
    for (const problem of new Set(problems)) say(join(folder, `${locale}.json`), problem);
  }
  return { id, version, file, words };
}

function readJson<Schema extends z.ZodType>(path: string, schema: Schema, say: ReportProblem): z.output<Schema> | null {
  if (!existsSync(path)) {
    say(path, 'the file is missing');
    return null;
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    say(path, (error as Error).message);
    return null;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path: at, message } of parsed.error.issues) say(path, `${at.join('.')}: ${message}`);
  return null;
}

function checkPackets(
  file: PacketsFile,
  forms: ReadonlyMap<string, FormVersion[]>,
  say: (problem: string) => void,
): void {
  const countries = regions.flatMap((region) => file.regions[region].countries);
  for (const country of new Set(countries.filter((one, index) => countries.indexOf(one) !== index)))
    say(`country ${country} is in two regions`);
  if (regions.filter((region) => file.regions[region].countries.length === 0).length !== 1)
    say('one region, and no other, has no countries: it has all that are not named');
  const used = new Set([physicianForm]);
  for (const packet of packets)
    for (const region of regions)
      for (const id of file.packets[packet][region]) {
        used.add(id);
        if (!forms.has(id)) say(`packets.${packet}.${region}: there is no form ${id}`);
        else if (
          forms
            .get(id)
            ?.at(-1)
            ?.file.sections.every((one) => one.regions && !one.regions.includes(region))
        )
          say(`packets.${packet}.${region}: ${id} says nothing there`);
      }
  if (!forms.has(physicianForm)) say(`there is no form ${physicianForm}`);
  for (const id of forms.keys()) if (!used.has(id)) say(`form ${id} is in no packet`);
}
