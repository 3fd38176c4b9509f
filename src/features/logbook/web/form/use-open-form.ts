import { useEffect, useState } from 'react';
import { createLogForm, type FormStart, type LogForm } from './create-log-form.ts';
import { openDraftStorage } from './draft-storage.ts';

/**
 * Opens a form, with what an earlier one of the same dive may have left in this browser, for as long as the screen
 * stands. `scope` says which dive it is; another scope is another form.
 */
export function useOpenForm(scope: string, start: Omit<FormStart, 'place'> | null): LogForm | null {
  const [opened, setOpened] = useState<{ scope: string; form: LogForm } | null>(null);
  const isReady = start !== null;
  useEffect(() => {
    if (start === null) return;
    let isGone = false;
    let form: LogForm | undefined;
    const open = async () => {
      // React tries an effect twice in development: the first try must not take what the second looks for.
      await Promise.resolve();
      if (isGone) return;
      const place = await openDraftStorage(scope);
      if (isGone) return place.leave();
      form = createLogForm({ ...start, place });
      setOpened({ scope, form });
    };
    void open();
    return () => {
      isGone = true;
      form?.end();
    };
    // What it starts with counts once; what comes later is met by the form itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scope, isReady]);
  return opened?.scope === scope ? opened.form : null;
}
