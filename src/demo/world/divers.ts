import { blueLagoon, costaClara, type DemoStore, hatomaBlue, kelderBay, marsaNur, palmetto } from './places.ts';

/**
 * How far a diver has come. `certified` divers hold Open Water (juniors their junior card), `nitrox` and `buoyancy` also
 * that specialty, `adventure` both and three adventure dives. Students are `reading`, in the `pool`, have `theory` only,
 * or dive with a `class`. Guests try diving once.
 */
export const journeys = [
  'certified',
  'nitrox',
  'buoyancy',
  'adventure',
  'reading',
  'theory',
  'pool',
  'class',
  'guest',
] as const;
export type Journey = (typeof journeys)[number];

export interface DiverLine {
  given: string;
  family: string;
  gender: 'Female' | 'Male' | 'Non-binary';
  age: number;
  city: string;
  country: string;
  journey: Journey;
  /** The given name of the parent, who is in the same list. */
  parent: string | null;
  store: DemoStore;
}

/** Given, family, gender, age, city, country, journey, parent. */
const divers: [DemoStore, string][] = [
  [
    kelderBay,
    `
Fiona|Drummond|F|41|Dunbar|GB|nitrox
Callum|Drummond|M|13|Dunbar|GB|certified|Fiona
Isla|Drummond|F|11|Dunbar|GB|reading|Fiona
Henrik|Solberg|M|37|Bergen|NO|adventure
Grace|Achieng|F|29|Leeds|GB|class
Owen|Pritchard|M|33|Cardiff|GB|class
Beatrix|van Dijk|F|26|Utrecht|NL|class
Rory|MacLeod|M|45|Inverness|GB|class
Signe|Holm|F|52|Aarhus|DK|certified
Luca|Brandt|M|31|Basel|CH|buoyancy
Saoirse|Byrne|F|24|Galway|IE|pool
Tobias|Krüger|M|28|Bremen|DE|theory
Wren|Aldous|X|22|York|GB|reading
Edith|Thwaite|F|63|Whitby|GB|certified
Arvid|Nyström|M|39|Malmö|SE|nitrox
Poppy|Ashworth|F|35|Durham|GB|guest`,
  ],
  [
    palmetto,
    `
Dolores|Quintana|F|44|Tampa|US|nitrox
Rafael|Quintana|M|14|Tampa|US|certified|Dolores
Brandon|Whitaker|M|38|Atlanta|US|certified
Keisha|Bowman|F|32|Charlotte|US|adventure
Miles|Okonkwo|M|27|Orlando|US|buoyancy
Harper|Lindgren|X|25|Chicago|US|class
Camille|Tremblay|F|36|Montréal|CA|class
Wyatt|Delgado|M|48|Austin|US|certified
June|Hollander|F|57|Boston|US|theory
Trevor|Baptiste|M|41|Nassau|BS|nitrox
Paige|Sorensen|F|30|Denver|US|reading
Andre|Fontaine|M|34|Miami|US|guest`,
  ],
  [
    blueLagoon,
    `
Aishath|Rasheed|F|28|Malé|MV|adventure
Ewan|Gallacher|M|33|Glasgow|GB|certified
Mei Ling|Tan|F|39|Singapore|SG|nitrox
Wei|Tan|M|12|Singapore|SG|certified|Mei Ling
Ravi|Subramaniam|M|42|Chennai|IN|certified
Katarzyna|Zielińska|F|31|Kraków|PL|buoyancy
Dilshan|Perera|M|26|Colombo|LK|class
Anneke|Visser|F|29|Cape Town|ZA|class
Sergei|Volkov|M|46|Tallinn|EE|nitrox
Hana|Dvořák|F|35|Brno|CZ|pool
Liam|Donoghue|M|23|Perth|AU|reading
Priscilla|Goh|F|50|Penang|MY|guest`,
  ],
  [
    marsaNur,
    `
Youssef|Farouk|M|36|Cairo|EG|adventure
Mariam|Farouk|F|34|Cairo|EG|certified
Laila|Farouk|F|12|Cairo|EG|certified|Mariam
Giulia|Marchetti|F|40|Verona|IT|nitrox
Stefan|Huber|M|44|Graz|AT|certified
Oksana|Melnyk|F|33|Odesa|UA|buoyancy
Bastien|Roux|M|27|Lyon|FR|class
Zeynep|Kaya|F|30|Izmir|TR|class
Amir|Haidari|M|25|Vienna|AT|theory
Tomasz|Lis|M|38|Poznań|PL|guest`,
  ],
  [
    costaClara,
    `
Núria|Puig|F|37|Girona|ES|nitrox
Biel|Puig|M|11|Girona|ES|class|Núria
Iker|Etxeberria|M|43|Bilbao|ES|adventure
Manon|Lefèvre|F|29|Toulouse|FR|certified
Joaquim|Sousa|M|51|Porto|PT|certified
Elena|Ionescu|F|34|Cluj|RO|buoyancy
Vincent|Maas|M|32|Ghent|BE|class
Carmen|Robledo|F|46|Valencia|ES|pool
Nils|Ekström|M|27|Uppsala|SE|reading
Daria|Costa|F|31|Lisbon|PT|guest`,
  ],
  [
    hatomaBlue,
    `
Sakura|Fujimoto|F|33|Naha|JP|adventure
Daichi|Mori|M|41|Osaka|JP|nitrox
Ren|Mori|M|13|Osaka|JP|certified|Daichi
Ji-woo|Kang|F|28|Busan|KR|certified
Chih-wei|Lin|M|36|Hualien|TW|certified
Maya|Santos|F|30|Cebu|PH|buoyancy
Kaito|Arakaki|M|24|Naha|JP|class
Olivia|Preston|F|39|Brisbane|AU|class
Thuy|Pham|F|27|Da Nang|VN|theory
Hiroshi|Endo|M|58|Kobe|JP|guest`,
  ],
];

const genders: Record<string, DiverLine['gender']> = { F: 'Female', M: 'Male', X: 'Non-binary' };

export const diverLines: readonly DiverLine[] = divers.flatMap(([store, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line): DiverLine => {
      const [given = '', family = '', gender = '', age, city = '', country = '', journey, parent] = line.split('|');
      return {
        given,
        family,
        gender: genders[gender] ?? 'Non-binary',
        age: Number(age),
        city,
        country,
        journey: journeys.find((one) => one === journey) ?? 'reading',
        parent: parent ?? null,
        store,
      };
    }),
);
