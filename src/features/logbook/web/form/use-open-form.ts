import { useEffect, useState } from 'react';
import { createLogForm, type FormStart, type LogForm } from './create-log-form.ts';
import { openFormStorage } from './form-storage.ts';

/**
 * Opens a form, with a draft an earlier form may have left in this browser, while the screen is mounted. `scope`
 * identifies the dive; another scope opens another form.
 */
export function useOpenForm(scope: string, start: Omit<FormStart, 'storage'> | null): LogForm | null {
  const [opened, setOpened] = useState<{ scope: string; form: LogForm } | null>(null);
  const isReady = start !== null;
  useEffect(() => {
    if (start === null) return;
    let isUnmounted = false;
    let form: LogForm | undefined;
    const open = async () => {
      // React runs effects twice in development: the first run must not take the draft the second looks for.
      await Promise.resolve();
      if (isUnmounted) return;
      const storage = await openFormStorage(scope);
      if (isUnmounted) return storage.leave();
      form = createLogForm({ ...start, storage });
      setOpened({ scope, form });
    };
    void open();
    return () => {
      isUnmounted = true;
      form?.end();
    };
    // Only the initial values count; the form merges later changes itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scope, isReady]);
  return opened?.scope === scope ? opened.form : null;
}
