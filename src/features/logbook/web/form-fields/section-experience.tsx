import { feelings } from '#features/logbook/shared/enums.ts';
import { PhotoField } from '#features/logbook/web/photos/photo-field.tsx';
import { BuddiesField } from './buddies-field.tsx';
import { ChipsField, NotesField, TextField } from './fields.tsx';
import { areNotesEditable, useFormState, useLogForm } from '#features/logbook/web/form/form-context.ts';

export function SectionExperience() {
  return (
    <>
      <ChipsField field="feeling" options={feelings} />
      <BuddiesField />
      <TextField field="dive_center" />
      <NotesField />
      <Photos />
    </>
  );
}

/** Photos need a stored dive, so the draft is saved first if there is none. */
function Photos() {
  const { autosave, store } = useLogForm();
  const logId = useFormState(({ log }) => log?.id);
  const canEdit = useFormState(areNotesEditable);
  const save = async () => {
    await autosave.flush();
    return store.get().log?.id;
  };
  return <PhotoField logId={logId} canEdit={canEdit} onNeedLog={save} />;
}
