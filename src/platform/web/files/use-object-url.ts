import { useMemo, useSyncExternalStore } from 'react';

/** Creates an object URL for a blob and revokes it when the component unmounts or the blob changes. */
export function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const { subscribe, read } = useMemo(() => createObjectUrlStore(blob ?? null), [blob]);
  return useSyncExternalStore(subscribe, read, () => undefined);
}

function createObjectUrlStore(blob: Blob | null) {
  let url: string | undefined;
  return {
    read: () => url,
    subscribe: () => {
      const created = blob === null ? undefined : URL.createObjectURL(blob);
      url = created;
      return () => {
        url = undefined;
        if (created !== undefined) URL.revokeObjectURL(created);
      };
    },
  };
}
