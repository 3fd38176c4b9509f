import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

describe('queryClient while offline', () => {
  it('fails a query immediately and refetches it when the network is back', async () => {
    queryClient.mount();
    onlineManager.setOnline(false);
    const results = [() => Promise.reject(new Error('no network')), () => Promise.resolve('here')];
    const observer = new QueryObserver(queryClient, { queryKey: ['item'], queryFn: () => results.shift()?.() });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no network');
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toBe('here');
    stop();
    queryClient.unmount();
  });

  it('fails a mutation instead of pausing it until the network is back', async () => {
    onlineManager.setOnline(false);
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(new Error('no')) });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
  });
});
