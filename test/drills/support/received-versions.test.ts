import { describe, expect, it } from 'vitest';
import { ReceivedVersions } from './received-versions.ts';

function receive(loaded: number | undefined, ...versions: number[]) {
  const received = new ReceivedVersions();
  for (const version of versions) received.add({ id: 'one', version });
  if (loaded !== undefined) received.startFrom([{ id: 'one', version: loaded }]);
  return received.takeCounts();
}

describe('ReceivedVersions', () => {
  it('counts versions that came in any order, and twice', () => {
    expect(receive(3, 5, 4, 4, 6)).toEqual({ received: 3, missed: 0 });
  });

  it('counts a version between two others that did not come', () => {
    expect(receive(3, 4, 7)).toEqual({ received: 2, missed: 2 });
  });

  it('counts the first version after the load', () => {
    expect(receive(3, 5)).toEqual({ received: 1, missed: 1 });
  });

  it('ignores events of what was loaded, and a connection without a second load', () => {
    expect(receive(3, 2, 3)).toEqual({ received: 0, missed: 0 });
    expect(receive(undefined, 1, 9)).toEqual({ received: 0, missed: 0 });
  });
});
