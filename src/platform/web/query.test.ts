import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { queries } from './query.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queries.clear();
});

describe('without a network', () => {
  it('what is asked for fails at once instead of waiting, and is asked for again when the network is back', async () => {
    queries.mount();
    onlineManager.setOnline(false);
    const answers = [() => Promise.reject(new Error('no network')), () => Promise.resolve('here')];
    const observer = new QueryObserver(queries, { queryKey: ['thing'], queryFn: () => answers.shift()?.() });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no network');
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toBe('here');
    stop();
    queries.unmount();
  });

  it('what somebody does is not kept back, to be done later unasked', async () => {
    onlineManager.setOnline(false);
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => Promise.reject(new Error('no')) });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
  });
});
