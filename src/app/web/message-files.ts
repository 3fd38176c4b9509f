/** Message files by path, for development without a build. */
export const messageFiles: Record<string, () => Promise<{ default: Record<string, never> }>> = {
  ...import.meta.glob<{ default: Record<string, never> }>('./shell/messages/*.json'),
  ...import.meta.glob<{ default: Record<string, never> }>('../../features/*/shared/messages/*.json'),
};
