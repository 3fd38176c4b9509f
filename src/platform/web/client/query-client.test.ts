import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { currentQueryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  currentQueryClient().clear();
});

describe('queryClient while offline', () => {
  it('fails a query immediately and refetches it when the network is back', async () => {
    currentQueryClient().mount();
    onlineManager.setOnline(false);
    const results = [() => Promise.reject(new Error('no network')), () => Promise.resolve('here')];
    const observer = new QueryObserver(currentQueryClient(), {
      queryKey: ['item'],
      queryFn: () => results.shift()?.(),
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no network');
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toBe('here');
    stop();
    currentQueryClient().unmount();
  });

  it('fails a mutation instead of pausing it until the network is back', async () => {
    onlineManager.setOnline(false);
    const mutation = currentQueryClient()
      .getMutationCache()
      .build(currentQueryClient(), { mutationFn: () => Promise.reject(new Error('no')) });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
  });
});
