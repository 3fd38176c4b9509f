import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { learningKey } from '#features/learning/web/queries.ts';

/** The held codes in pages; without a state, all of them. */
export function useHeldCodes(state: HeldCode['state'] | null, search: string) {
  return useInfiniteQuery({
    queryKey: [...learningKey, 'held', state, search],
    queryFn: ({ pageParam: offset }) =>
      codeClient('GET codes/held', { query: { ...(state !== null && { state }), search, offset } }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    placeholderData: keepPreviousData,
  });
}

export async function loadFreeCodes(): Promise<HeldCode[]> {
  const codes: HeldCode[] = [];
  for (;;) {
    const { items, total } = await codeClient('GET codes/held', {
      query: { state: 'free', offset: codes.length, limit: 500 },
    });
    codes.push(...items);
    if (items.length === 0 || codes.length >= total) return codes;
  }
}
