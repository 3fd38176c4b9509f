import { blueLagoon, costaClara, type DemoStore, hatomaBlue, kelderBay, marsaNur, palmetto } from './places.ts';

export interface QueueLine {
  givenName: string;
  familyName: string;
  age: number;
  city: string;
  country: string;
  store: DemoStore;
  instructorId: number;
}

/** Applicants in the desk's queue by store and instructor: given, family, age, city, country. */
const lines: [DemoStore, number, string][] = [
  [
    kelderBay,
    400_040,
    `
Hamish|Ferguson|31|Oban|GB
Elin|Sandberg|28|Luleå|SE
Jakob|Thomsen|36|Esbjerg|DK
Niamh|Kelly|33|Cork|IE
Rhys|Bevan|42|Swansea|GB
Maaike|de Groot|27|Zwolle|NL
Oskar|Lehtonen|39|Turku|FI
Tilda|Wikström|30|Umeå|SE
Gareth|Poole|47|Exeter|GB`,
  ],
  [
    palmetto,
    400_041,
    `
Alicia|Montgomery|34|Savannah|US
Derek|Hanley|29|Houston|US
Simone|Archambault|38|Québec|CA
Isaiah|Coleman|26|Baltimore|US
Teresa|Villanueva|41|Mérida|MX
Blake|Rosenberg|33|San Diego|US
Noelani|Akana|28|Kailua|US
Marcus|Threlkeld|45|Mobile|US
Ximena|Cárdenas|31|Veracruz|MX`,
  ],
  [
    blueLagoon,
    400_043,
    `
Ahmed|Shareef|29|Hulhumalé|MV
Nadia|Hameed|35|Kochi|IN
Farhan|Aziz|27|Kuala Lumpur|MY
Anjali|Menon|32|Bengaluru|IN
Jasper|Wong|40|Singapore|SG
Supriya|Rao|30|Mumbai|IN
Kasun|Fernando|33|Galle|LK
Putri|Wulandari|26|Denpasar|ID`,
  ],
  [
    marsaNur,
    400_046,
    `
Karim|Mansour|31|Alexandria|EG
Salma|Abdelrahman|28|Hurghada|EG
Fabio|Colombo|37|Bari|IT
Ilse|Reinhardt|43|Linz|AT
Omar|Bakri|34|Amman|JO
Viktoria|Novotná|29|Olomouc|CZ
Adel|Zaki|46|Dahab|EG
Roksana|Pawlak|32|Łódź|PL`,
  ],
  [
    costaClara,
    400_048,
    `
Marta|Vidal|30|Tarragona|ES
Álvaro|Núñez|35|Málaga|ES
Inês|Figueiredo|27|Faro|PT
Guillaume|Perrin|39|Marseille|FR
Aurora|Conti|33|Genoa|IT
Xavi|Roca|44|Palma|ES
Klara|Weiss|28|Munich|DE
Rui|Teixeira|36|Setúbal|PT
Sabine|Keller|41|Bern|CH`,
  ],
  [
    hatomaBlue,
    400_044,
    `
Ayaka|Shimizu|29|Ishigaki|JP
Takumi|Okada|34|Fukuoka|JP
Hyun-woo|Seo|31|Jeju|KR
Mei-hua|Chen|38|Taitung|TW
Riku|Higa|26|Nago|JP
Angelo|Reyes Cruz|33|Batangas|PH
Natsuki|Inoue|42|Yokohama|JP
Charlotte|Nguyen|30|Sydney|AU`,
  ],
];

export const queueLines: readonly QueueLine[] = lines.flatMap(([store, instructorId, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [givenName = '', familyName = '', age, city = '', country = ''] = line.split('|');
      return { givenName, familyName, age: Number(age), city, country, store, instructorId };
    }),
);
