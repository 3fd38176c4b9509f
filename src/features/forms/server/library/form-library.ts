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
/** The form for physicians, which is not part of a packet. */
const physicianForm = 'physician-evaluation';

const Months = z.int().min(1).max(240);
const PacketsFile = z.strictObject({
  regions: z.record(
    z.enum(regions),
    z.strictObject({
      /** ISO codes; the region with an empty list covers all other countries. */
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
  /** Always contains en-US. */
  texts: Map<Locale, FormText>;
}

interface FormLibrary {
  /** The region in which a store or person of this country (ISO, or empty) signs. */
  regionOf(country: string): Region;
  termsOf(region: Region): { validMonths: number; keepMonths: number };
  /** The newest version of each form of a packet, in reading order. */
  versionsOf(packet: Packet, region: Region): Record<string, number>;
  /** Returns one form in the locale or, if it is not translated, in en-US. */
  view(
    id: string,
    version: number,
    region: Region,
    locale: Locale,
    names: FormNames,
  ): { form: FormView; locale: Locale };
  newestOf(id: string): number;
  physicianForm: string;
}

/** Reads and validates the forms of a folder. All problems are reported in one error. */
export function loadFormLibrary(root = formsRoot): FormLibrary {
  const { packetsFile, forms } = readForms(root);
  const newestOf = (id: string) => {
    const newest = forms.get(id)?.length;
    if (newest === undefined) throw new Error(`unknown form ${id}`);
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
      if (found === undefined) throw new Error(`form ${id} has no version ${version}`);
      const shown = found.texts.has(locale) ? locale : defaultLocale;
      return { form: renderForm(found, found.texts.get(shown) as FormText, region, names), locale: shown };
    },
  };
}

let loadedLibrary: FormLibrary | undefined;
const getLibrary = () => (loadedLibrary ??= loadFormLibrary());

/** Shared by the process and loaded on first use. */
export const formLibrary: FormLibrary = {
  physicianForm,
  newestOf: (id) => getLibrary().newestOf(id),
  regionOf: (country) => getLibrary().regionOf(country),
  termsOf: (region) => getLibrary().termsOf(region),
  versionsOf: (packet, region) => getLibrary().versionsOf(packet, region),
  view: (id, version, region, locale, names) => getLibrary().view(id, version, region, locale, names),
};

/** Called at startup, so an invalid form stops the server before it handles requests. */
export function validateForms(): void {
  getLibrary();
}

type ReportProblem = (file: string, problem: string) => void;

function readForms(root: string): { packetsFile: PacketsFile; forms: Map<string, FormVersion[]> } {
  const problems: string[] = [];
  const report: ReportProblem = (file, problem) => problems.push(`${relative(join(root, '../..'), file)}: ${problem}`);
  const forms = new Map<string, FormVersion[]>();
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    forms.set(name, readVersions(join(root, name), name, report));
  const packetsPath = join(root, 'packets.json');
  const packetsFile = readJson(packetsPath, PacketsFile, report);
  if (packetsFile) checkPackets(packetsFile, forms, (problem) => report(packetsPath, problem));
  if (problems.length > 0 || !packetsFile) throw new Error(`invalid forms:\n${problems.join('\n')}`);
  return { packetsFile, forms };
}

function readVersions(folder: string, id: string, report: ReportProblem): FormVersion[] {
  const names = readdirSync(folder);
  const versions = names.map((name) => Number(/^v([1-9]\d*)$/.exec(name)?.[1]));
  for (const [index, name] of names.entries())
    if (Number.isNaN(versions[index])) report(join(folder, name), 'is not a version: v1, v2, …');
  const count = versions.filter((version) => !Number.isNaN(version)).length;
  if (count === 0) report(folder, 'has no version');
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((version) => {
    const path = join(folder, `v${version}`);
    // Old versions must stay, because signed forms are shown in the version that was signed.
    if (!existsSync(path)) report(path, 'is missing: older versions must be kept');
    else return readVersion(path, id, version, report) ?? [];
    return [];
  });
}

function readVersion(folder: string, id: string, version: number, report: ReportProblem): FormVersion | null {
  const filePath = join(folder, 'form.json');
  const file = readJson(filePath, FormFile, report);
  const source = readJson(join(folder, `${defaultLocale}.json`), FormText, report);
  if (!file || !source) return null;
  for (const problem of validateFormFile(file)) report(filePath, problem);
  const texts = new Map<Locale, FormText>([[defaultLocale, source]]);
  for (const name of readdirSync(folder)) {
    const locale = name.replace(/\.json$/, '');
    if (name === 'form.json' || locale === defaultLocale) continue;
    const path = join(folder, name);
    if (!name.endsWith('.json') || !isLocale(locale)) {
      report(path, `is not one of the locales ${locales.join(', ')}`);
      continue;
    }
    const translation = readJson(path, FormText, report);
    if (translation) texts.set(locale, translation);
  }
  for (const [locale, text] of texts) {
    const problems = [...validateFormText(file, text), ...(text === source ? [] : validateTranslation(source, text))];
    for (const problem of new Set(problems)) report(join(folder, `${locale}.json`), problem);
  }
  return { id, version, file, texts };
}

function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  report: ReportProblem,
): z.output<Schema> | null {
  if (!existsSync(path)) {
    report(path, 'the file is missing');
    return null;
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    report(path, (error as Error).message);
    return null;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path: at, message } of parsed.error.issues) report(path, `${at.join('.')}: ${message}`);
  return null;
}

function checkPackets(
  file: PacketsFile,
  forms: ReadonlyMap<string, FormVersion[]>,
  report: (problem: string) => void,
): void {
  const countries = regions.flatMap((region) => file.regions[region].countries);
  for (const country of new Set(countries.filter((country, index) => countries.indexOf(country) !== index)))
    report(`country ${country} is in two regions`);
  if (regions.filter((region) => file.regions[region].countries.length === 0).length !== 1)
    report('exactly one region must have an empty list of countries, which covers all others');
  const used = new Set([physicianForm]);
  for (const packet of packets)
    for (const region of regions)
      for (const id of file.packets[packet][region]) {
        used.add(id);
        if (!forms.has(id)) report(`packets.${packet}.${region}: unknown form ${id}`);
        else if (
          forms
            .get(id)
            ?.at(-1)
            ?.file.sections.every((section) => section.regions && !section.regions.includes(region))
        )
          report(`packets.${packet}.${region}: ${id} has no section for this region`);
      }
  if (!forms.has(physicianForm)) report(`the form ${physicianForm} is missing`);
  for (const id of forms.keys()) if (!used.has(id)) report(`form ${id} is in no packet`);
}
