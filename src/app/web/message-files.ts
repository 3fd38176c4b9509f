/** Where Vite serves the sources, each message file is asked for by its own path. */
export const messageFiles: Record<string, () => Promise<{ default: Record<string, never> }>> = {
  ...import.meta.glob<{ default: Record<string, never> }>('./shell/messages/*.json'),
  ...import.meta.glob<{ default: Record<string, never> }>('../../features/*/shared/messages/*.json'),
};
