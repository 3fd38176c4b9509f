import type { Locale } from '../../../platform/shared/locale.ts';
import { concernsOf, type Concern } from '../shared/concerns.ts';
import type { FormView } from '../shared/contract.ts';
import type { RecordContent } from './content-shape.ts';
import { library } from './library.ts';

export interface PhysicianView {
  /** The physician's form: in their language where there is one, else in en-US. */
  form: { locale: Locale; form: FormView };
  concerns: Concern[];
}

/** What a physician reads in one language. The questions are those that were answered, in the version of then. */
export function viewForPhysician(content: RecordContent, locale: Locale): PhysicianView {
  const { region, versions, answers, diver, store, member, association } = content;
  const names = {
    diver: diver.name,
    store: store?.name ?? null,
    instructor: member?.name ?? null,
    association,
  };
  const asked = Object.entries(versions).map(([id, version]) => library.view(id, version, region, locale, names).form);
  const version = library.newestOf(library.physicianForm);
  return {
    form: library.view(library.physicianForm, version, region, locale, names),
    concerns: concernsOf(asked, answers),
  };
}
