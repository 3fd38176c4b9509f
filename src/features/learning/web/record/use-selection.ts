import { useState } from 'react';

export function useSelection<Item>() {
  const [chosen, setChosen] = useState<ReadonlySet<Item>>(new Set());
  return {
    chosen,
    choose: (items: readonly Item[], isChosen: boolean) =>
      setChosen((former) => (isChosen ? former.union(new Set(items)) : former.difference(new Set(items)))),
    clear: () => setChosen(new Set()),
  };
}
