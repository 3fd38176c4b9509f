import { useState } from 'react';

export function useSelection<Item>() {
  const [chosen, setChosen] = useState<ReadonlySet<Item>>(new Set());
  return {
    chosen,
    choose: (items: readonly Item[], isChosen: boolean) =>
      setChosen((previous) => (isChosen ? previous.union(new Set(items)) : previous.difference(new Set(items)))),
    clear: () => setChosen(new Set()),
  };
}
