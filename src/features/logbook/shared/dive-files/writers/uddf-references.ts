import type { Cylinder, DiveSite, Gas, Recording } from '#features/logbook/shared/dive-files/dive-file.ts';
import { Registry, type DiveSummary } from './dive-writer.ts';

type Computer = Pick<Recording, 'vendor' | 'model' | 'serial'>;
type Tank = Pick<Cylinder, 'volumeL' | 'description'>;

/** Everything that dives refer to by id. */
export class UddfReferences {
  readonly sites = new Registry<DiveSite>();
  readonly buddies = new Registry<string>();
  readonly computers = new Registry<Computer>();
  readonly suits = new Registry<string>();
  readonly tanks = new Registry<Tank>();
  readonly mixes = new Registry<Gas>();

  findMix(gas: Gas): string {
    return `mix${this.mixes.number(`${gas.o2} ${gas.he}`, gas)}`;
  }

  findComputer({ vendor, model, serial }: Computer): string | null {
    if (vendor === null && model === null && serial === null) return null;
    const computer = { vendor, model, serial };
    return `computer${this.computers.number(JSON.stringify(computer), computer)}`;
  }

  /** Two equal tanks of a dive get different ids, because samples refer to them. */
  listTanks(cylinders: readonly Cylinder[]): string[] {
    const tanks = cylinders.map(({ volumeL, description }) => ({ volumeL, description }));
    return numberRepeated(this.tanks, tanks, (tank) => JSON.stringify(tank)).map((number) => `tank${number}`);
  }

  /** Two buddies of the same name stay two, because readers follow a link once. */
  listBuddies(names: readonly string[]): string[] {
    return numberRepeated(this.buddies, names, (name) => name).map((number) => `buddy${number}`);
  }

  listLinks(dive: DiveSummary) {
    const site = findPlace(dive);
    return {
      site: site === null ? null : `site${this.sites.number(JSON.stringify(site), site)}`,
      buddies: this.listBuddies(dive.buddies),
      suit: dive.suit === null ? null : `suit${this.suits.number(dive.suit, dive.suit)}`,
      tanks: this.listTanks(dive.cylinders),
      mixes: dive.cylinders.map(({ gas }) => (gas === null ? null : this.findMix(gas))),
    };
  }
}

/** The numbers of a dive's items. A repeated item gets a number of its own. */
function numberRepeated<Item>(registry: Registry<Item>, items: readonly Item[], getKey: (item: Item) => string) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const key = getKey(item);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return registry.number(`${key} ${count}`, item);
  });
}

function findPlace({ site, recordings }: DiveSummary): DiveSite | null {
  const position = site?.position ?? recordings[0]?.entry ?? null;
  if (site === null && position === null) return null;
  return { name: site?.name ?? null, location: site?.location ?? null, country: site?.country ?? null, position };
}
