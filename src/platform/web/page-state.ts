type Page = Map<symbol, unknown>;

const browserPage: Page = new Map();
let findPage = (): Page | undefined => browserPage;
let isServer = false;

/** Makes this process a server: the lookup returns the page of the current request. */
export function setPageLookup(lookup: () => Page | undefined): void {
  findPage = lookup;
  isServer = true;
}

/** Whether the page is rendered on the server, which has no document, storage or network state. */
export function isServerPage(): boolean {
  return isServer;
}

/**
 * Defines state that belongs to one page. A browser has one page. The server renders many pages at the same time, so a
 * module variable would show one person's data to another: its state is created for each request and can't be read
 * outside of one.
 */
export function definePageState<State extends object>(create: () => State): () => State {
  const key = Symbol('page state');
  return () => {
    const page = findPage();
    if (page === undefined) throw new Error('page state was read outside of a page');
    let state = page.get(key) as State | undefined;
    if (state === undefined) {
      state = create();
      page.set(key, state);
    }
    return state;
  };
}

/** Creates a subscription and a notification for stores that are read with `useSyncExternalStore`. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}
