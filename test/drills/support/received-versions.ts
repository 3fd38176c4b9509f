/** Compares the versions that came as events on one connection with those that must have come. */
export class ReceivedVersions {
  /** By notification. */
  readonly #received = new Map<string, Set<number>>();
  #loaded: ReadonlyMap<string, number> | undefined;

  add({ id, version }: { id: string; version: number }): void {
    const versions = this.#received.get(id) ?? new Set();
    this.#received.set(id, versions.add(version));
  }

  /** What the page showed when its subscription was certain. Every later version must come as an event. */
  startFrom(items: readonly { id: string; version: number }[]): void {
    this.#loaded = new Map(items.map(({ id, version }) => [id, version]));
  }

  /** Counts up to the last event, because later versions may be on their way, and starts again. */
  takeCounts(): { received: number; missed: number } {
    const counts = { received: 0, missed: 0 };
    for (const [id, loaded] of this.#loaded ?? []) {
      const later = [...(this.#received.get(id) ?? [])].filter((version) => version > loaded);
      counts.received += later.length;
      counts.missed += Math.max(loaded, ...later) - loaded - later.length;
    }
    this.#received.clear();
    this.#loaded = undefined;
    return counts;
  }
}
