import { useMemo, useSyncExternalStore } from 'react';

/** An address for a picture that is in memory; given back to the browser when it is no longer shown. */
export function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const { subscribe, read } = useMemo(() => createObjectUrlStore(blob ?? null), [blob]);
  return useSyncExternalStore(subscribe, read);
}

function createObjectUrlStore(blob: Blob | null) {
  let url: string | undefined;
  return {
    read: () => url,
    subscribe: () => {
      const made = blob === null ? undefined : URL.createObjectURL(blob);
      url = made;
      return () => {
        url = undefined;
        if (made !== undefined) URL.revokeObjectURL(made);
      };
    },
  };
}
