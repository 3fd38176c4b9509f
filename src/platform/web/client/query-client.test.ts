import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

describe('without a network', () => {
  it('what is asked for fails at once instead of waiting, and is asked for again when the network is back', async () => {
    queryClient.mount();
    onlineManager.setOnline(false);
    const answers = [() => Promise.reject(new Error('no network')), () => Promise.resolve('here')];
    const observer = new QueryObserver(queryClient, { queryKey: ['thing'], queryFn: () => answers.shift()?.() });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no network');
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toBe('here');
    stop();
    queryClient.unmount();
  });

  it('what somebody does is not kept back, to be done later unasked', async () => {
    onlineManager.setOnline(false);
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(new Error('no')) });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
  });
});
