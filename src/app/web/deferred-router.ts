import {
  createPath,
  matchRoutes,
  UNSAFE_defaultMapRouteProperties as toElements,
  type DataRouter,
  type To,
  type UNSAFE_createRouter,
} from 'react-router';

export type RouterOptions = Parameters<typeof UNSAFE_createRouter>[0];
type RouterHistory = RouterOptions['history'];
type State = DataRouter['state'];
type PopListener = Parameters<RouterHistory['listen']>[0];
type ImportStarter = () => Promise<{ startRouter: (options: RouterOptions) => DataRouter }>;

/** The parts of a router that screens, links and the frame use. */
type UsedParts = Pick<
  DataRouter,
  | 'state'
  | 'routes'
  | 'manifest'
  | 'subscribe'
  | 'enableScrollRestoration'
  | 'navigate'
  | 'createHref'
  | 'createURL'
  | 'encodeLocation'
  | 'getBlocker'
  | 'deleteBlocker'
>;

const idle: State['navigation'] = {
  state: 'idle',
  location: undefined,
  matches: undefined,
  historyAction: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
};

interface DeferredRouter {
  router: DataRouter;
  /** Loads the router, so that the first navigation doesn't wait for it. */
  load: () => Promise<unknown>;
}

/**
 * A router for a page that the server has rendered. It shows this page, and loads the router that opens others
 * (`start-router.ts`) when there is a navigation or `load` is called.
 */
export function deferRouter(options: RouterOptions, importStarter: ImportStarter): DeferredRouter {
  const { history } = options;
  const firstState = createState(options);
  const subscribers = new Set<Parameters<DataRouter['subscribe']>[0]>();
  /** Calls that the router gets when it is loaded. */
  const calls: ((router: DataRouter) => void)[] = [];
  let router: DataRouter | undefined;
  let loading: Promise<DataRouter> | undefined;

  const start = async () => {
    const { startRouter } = await importStarter();
    router = startRouter({ ...options, history: heldHistory });
    router.subscribe((...update) => {
      for (const notify of subscribers) notify(...update);
    });
    for (const call of calls.splice(0)) call(router);
    return router;
  };
  const load = () => {
    loading ??= start().catch((error: unknown) => {
      // The next call tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const withRouter = (call: (router: DataRouter) => void) => void (router ? call(router) : calls.push(call));
  const heldHistory = holdHistory(history, firstState.location, () => void load().catch(() => location.reload()));

  const parts: UsedParts = {
    get state() {
      return router?.state ?? firstState;
    },
    get routes() {
      return router?.routes ?? [];
    },
    get manifest() {
      return router?.manifest ?? {};
    },
    subscribe(notify) {
      subscribers.add(notify);
      return () => subscribers.delete(notify);
    },
    async navigate(to: To | number | null, navigation?: object) {
      const loaded = await load().catch(() => null);
      if (loaded !== null) return loaded.navigate(to as To, navigation);
      // Without the router the browser opens the page.
      if (typeof to === 'number') history.go(to);
      else location.assign(typeof to === 'string' ? to : createPath(to ?? {}));
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    enableScrollRestoration(...parameters) {
      let disable: (() => void) | undefined;
      withRouter((loaded) => void (disable = loaded.enableScrollRestoration(...parameters)));
      return () => withRouter(() => disable?.());
    },
    getBlocker(key, shouldBlock) {
      withRouter((loaded) => void loaded.getBlocker(key, shouldBlock));
      return { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined };
    },
    deleteBlocker: (key) => withRouter((loaded) => loaded.deleteBlocker(key)),
  };
  return { router: parts as DataRouter, load };
}

/** The state in which the router starts, for the same data. */
function createState({ history, routes, hydrationData }: RouterOptions): State {
  const matches = (matchRoutes(routes, history.location) ?? []) as State['matches'];
  return {
    historyAction: history.action,
    location: history.location,
    matches: matches.map((match) => ({ ...match, route: Object.assign({}, match.route, toElements(match.route)) })),
    initialized: true,
    renderFallback: false,
    restoreScrollPosition: false,
    preventScrollReset: false,
    navigation: idle,
    revalidation: 'idle',
    loaderData: hydrationData?.loaderData ?? {},
    actionData: null,
    errors: null,
    fetchers: new Map(),
    blockers: new Map(),
  };
}

/** The router starts with the page that is shown. If the browser has gone back before, it follows. */
function holdHistory(history: RouterHistory, shown: State['location'], onPop: () => void): RouterHistory {
  let listener: PopListener | undefined;
  let popped: Parameters<PopListener>[0] | undefined;
  const stop = history.listen((update) => {
    if (listener) return listener(update);
    popped = update;
    onPop();
  });
  return Object.create(history, {
    location: { get: () => (listener ? history.location : shown) },
    listen: {
      value: (next: PopListener) => {
        listener = next;
        const missed = popped;
        if (missed) queueMicrotask(() => next(missed));
        return stop;
      },
    },
  }) as RouterHistory;
}
