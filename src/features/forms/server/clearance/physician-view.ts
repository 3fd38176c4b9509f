import type { Locale } from '#platform/shared/locale.ts';
import { listConcerns, type Concern } from '#features/forms/shared/concerns.ts';
import type { FormView } from '#features/forms/shared/contract.ts';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';

export interface PhysicianView {
  /** The physician's form: in their language if it is translated, otherwise in en-US. */
  form: { locale: Locale; form: FormView };
  concerns: Concern[];
}

/** The physician's form and the answered questions in one language, in the versions that were signed. */
export function toPhysicianView(content: RecordContent, locale: Locale): PhysicianView {
  const { region, versions, answers, diver, store, member, association } = content;
  const names = {
    diver: diver.name,
    store: store?.name ?? null,
    instructor: member?.name ?? null,
    association,
  };
  const forms = Object.entries(versions).map(
    ([id, version]) => formLibrary.view(id, version, region, locale, names).form,
  );
  const version = formLibrary.newestOf(formLibrary.physicianForm);
  return {
    form: formLibrary.view(formLibrary.physicianForm, version, region, locale, names),
    concerns: listConcerns(forms, answers),
  };
}
