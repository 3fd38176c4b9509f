import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { describe, expect, it } from 'vitest';
import { deferRouter } from './deferred-router.ts';

const importStarter = () => import('./start-router.ts');

const loadList = () => 'from the router';
const routes = [
  { id: '/list', path: '/list', loader: loadList },
  { id: '/dive/:id', path: '/dive/:id', loader: ({ params }: { params: Record<string, unknown> }) => params['id'] },
];

function showList() {
  const history = createMemoryHistory({ initialEntries: ['/dive/7', '/list'], initialIndex: 1 });
  return { history, routes, hydrationData: { loaderData: { '/list': 'from the server' } } };
}

describe('deferRouter', () => {
  it('shows the page of the server without loading the router', () => {
    const { router } = deferRouter(showList(), () => expect.unreachable());
    expect(router.state).toMatchObject({ initialized: true, loaderData: { '/list': 'from the server' } });
    expect(router.state.matches.map(({ route }) => route.id)).toEqual(['/list']);
    expect(router.createHref(router.state.location)).toBe('/list');
  });

  it('keeps the page of the server when the router is loaded', async () => {
    const { router, load } = deferRouter(showList(), importStarter);
    const shown = router.state;
    await load();
    expect(router.state).not.toBe(shown);
    expect(router.state).toMatchObject({ initialized: true, loaderData: { '/list': 'from the server' } });
  });

  it('loads the router to navigate, and tells subscribers', async () => {
    const { router } = deferRouter(showList(), importStarter);
    const paths: string[] = [];
    const unsubscribe = router.subscribe(({ location }) => void paths.push(location.pathname));
    await router.navigate('/dive/8');
    expect(router.state).toMatchObject({ location: { pathname: '/dive/8' }, loaderData: { '/dive/:id': '8' } });
    expect(paths.at(-1)).toBe('/dive/8');
    unsubscribe();
    await router.navigate('/list');
    expect(paths.at(-1)).toBe('/dive/8');
  });

  it('goes back when the browser did before the router was loaded', async () => {
    const options = showList();
    const { router, load } = deferRouter(options, importStarter);
    const isBack = new Promise<void>((resolve) => {
      router.subscribe(({ loaderData }) => {
        if (loaderData['/dive/:id'] === '7') resolve();
      });
    });
    options.history.go(-1);
    expect(router.state.location.pathname).toBe('/list');
    await load();
    await isBack;
    expect(router.state.location.pathname).toBe('/dive/7');
  });

  it('blocks navigation with blockers that were added before the router was loaded', async () => {
    const { router } = deferRouter(showList(), importStarter);
    router.getBlocker('unsaved', () => true);
    await router.navigate('/dive/8');
    expect(router.state.location.pathname).toBe('/list');
    expect(router.state.blockers.get('unsaved')?.state).toBe('blocked');
  });

  it('loads the router again after a network error', async () => {
    let attempts = 0;
    const { router, load } = deferRouter(showList(), () => {
      attempts++;
      return attempts === 1 ? Promise.reject(new TypeError('network error')) : importStarter();
    });
    await expect(load()).rejects.toThrow('network error');
    await router.navigate('/dive/8');
    expect(router.state.location.pathname).toBe('/dive/8');
  });
});
