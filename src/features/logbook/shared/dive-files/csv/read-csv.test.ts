import { describe, expect, it } from 'vitest';
import { guessColumns } from './csv-mapping.ts';
import { guessCsvMapping, parseRows, readCsv } from './read-csv.ts';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(new TextEncoder().encode(text));

/** Headers of a logbook: number, date, time, site, maximum depth, duration, water temperature, buddy, notes. */
const headers: Record<string, string> = {
  'en-US': 'Dive No,Date,Time,Dive site,Max depth,Duration,Water temp,Buddy,Notes',
  'nl-NL': 'Nummer,Datum,Tijd,Duikplek,Max. diepte,Duiktijd,Watertemperatuur,Buddy,Opmerkingen',
  'fr-FR': 'Numéro,Date,Heure,Site de plongée,Profondeur max,Temps de plongée,Température eau,Binôme,Remarques',
  'de-DE': 'Nr.,Datum,Uhrzeit,Tauchplatz,Max. Tiefe,Tauchzeit,Wassertemperatur,Tauchpartner,Bemerkungen',
  'it-IT': 'N,Data,Ora,Sito,Profondità max,Durata,Temperatura acqua,Compagno,Note',
  'es-ES': 'Número,Fecha,Hora,Punto de buceo,Profundidad máxima,Duración,Temperatura del agua,Compañero,Observaciones',
  'ja-JP': '番号,日付,時刻,ポイント,最大水深,潜水時間,水温,バディ,メモ',
  'ko-KR': '번호,날짜,시각,포인트,최대 수심,잠수 시간,수온,버디,메모',
  'zh-CN': '编号,日期,时间,潜水点,最大深度,潜水时间,水温,潜伴,备注',
  'zh-HK': '編號,日期,時間,潛水地點,最大深度,潛水時間,水溫,潛伴,備註',
  'cs-CZ': 'Číslo,Datum,Čas,Lokalita,Max. hloubka,Doba ponoru,Teplota vody,Parťák,Poznámky',
  'da-DK': 'Nummer,Dato,Tid,Dykkested,Maks. dybde,Varighed,Vandtemperatur,Makker,Noter',
  'el-GR': 'Αριθμός,Ημερομηνία,Ώρα,Τοποθεσία,Μέγιστο βάθος,Διάρκεια,Θερμοκρασία νερού,Συνοδύτης,Σημειώσεις',
  'fi-FI': 'Numero,Päivämäärä,Kellonaika,Sukelluspaikka,Suurin syvyys,Kesto,Veden lämpötila,Pari,Muistiinpanot',
  'hr-HR': 'Broj,Datum,Vrijeme,Mjesto,Maks. dubina,Trajanje,Temperatura vode,Partner,Bilješke',
  'hu-HU': 'Sorszám,Dátum,Időpont,Merülőhely,Max. mélység,Időtartam,Vízhőmérséklet,Merülőtárs,Megjegyzés',
  'in-ID': 'Nomor,Tanggal,Jam,Titik selam,Kedalaman maks,Durasi,Suhu air,Rekan,Catatan',
  'no-NO': 'Nummer,Dato,Klokkeslett,Dykkested,Maks dybde,Varighet,Vanntemperatur,Makker,Notater',
  'pl-PL': 'Numer,Data,Godzina,Miejsce,Głębokość maks.,Czas nurkowania,Temperatura wody,Partner,Uwagi',
  'pt-PT': 'Número,Data,Hora,Local,Profundidade máxima,Duração,Temperatura da água,Companheiro,Observações',
  'ru-RU': 'Номер,Дата,Время,Место,Макс. глубина,Длительность,Температура воды,Напарник,Примечания',
  'sv-SE': 'Nummer,Datum,Tid,Dykplats,Max djup,Dyktid,Vattentemperatur,Partner,Anteckningar',
  'th-TH': 'หมายเลข,วันที่,เวลา,จุดดำน้ำ,ความลึกสูงสุด,ระยะเวลา,อุณหภูมิน้ำ,บัดดี้,บันทึก',
  'tr-TR': 'Numara,Tarih,Saat,Dalış noktası,Maks. derinlik,Dalış süresi,Su sıcaklığı,Dalış arkadaşı,Notlar',
  'ar-SA': 'رقم,تاريخ,وقت,موقع,أقصى عمق,مدة,درجة حرارة الماء,زميل,ملاحظات',
  'iw-IL': 'מספר,תאריך,שעה,אתר,עומק מרבי,משך,טמפרטורת מים,שותף,הערות',
  'ms-MY': 'Nombor,Tarikh,Masa,Tapak,Kedalaman maks,Tempoh,Suhu air,Rakan,Catatan',
  'tl-PH': 'Bilang,Petsa,Oras,Lugar,Lalim,Tagal,Temperatura ng tubig,Kasama,Tala',
};

describe('CSV', () => {
  it.each(Object.entries(headers))('recognizes the columns of a logbook in %s', (_locale, header) => {
    const columns = guessColumns([header.split(',')])?.columns.map(({ field }) => field);
    expect(columns).toEqual(['number', 'date', 'time', 'site', 'maxDepth', 'duration', 'waterTemp', 'buddy', 'notes']);
  });

  it('reads decimal commas, dates with the day first, and cells with quotes and line breaks', () => {
    const { format, dives, warnings } = read(
      'Nr.;Datum;Uhrzeit;Tauchplatz;Tiefe (m);Dauer;Sauerstoff;Anfangsdruck;Enddruck;Bemerkungen\r\n' +
        '1;28.02.2024;09:05;"Östlich; Riff";18,4;45;EAN32;200;60,5;"=SUMME(A1)\n""schön"""\r\n' +
        '2;1.3.24;;;7;30;Luft;;;\r\n',
    );
    expect(format).toBe('csv');
    expect(warnings).toEqual([]);
    expect(dives).toMatchObject([
      {
        number: 1,
        start: { local: '2024-02-28T09:05:00', utcOffsetMin: null },
        maxDepthM: 18.4,
        durationS: 2700,
        site: { name: 'Östlich; Riff' },
        notes: '=SUMME(A1)\n"schön"',
        cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 200, endBar: 60.5 }],
        recordings: [],
      },
      { start: { local: '2024-03-01T00:00:00', isTimeKnown: false }, cylinders: [{ gas: { o2: 21, he: 0 } }] },
    ]);
  });

  it('converts imperial units', () => {
    const { dives } = read(
      'Date\tTime\tMax Depth (ft)\tDive Time\tWater Temp (°F)\tStart psi pressure\tEnd psi pressure\tWeight (lbs)\n' +
        '5/13/2024\t2:30 PM\t60\t45:30\t68\t3000\t725\t10\n',
    );
    expect(dives).toMatchObject([
      {
        start: { local: '2024-05-13T14:30:00' },
        maxDepthM: 18.288,
        durationS: 2730,
        waterTempC: 20,
        weightKg: 4.536,
        cylinders: [{ startBar: 206.842, endBar: 49.987 }],
      },
    ]);
  });

  it('reads cells with a unit of their own and separators of thousands', () => {
    const { dives } = read(
      'Date,Max Depth (ft),Water Temp (F),Start pressure,End pressure,Weight\n' +
        '5/13/2024,60,75,"3,000 psi",500,12 lbs\n5/14/2024,18 m,24 °C,200 bar,50 bar,5 kg\n5/15/2024,"1,060",75,"3,000","1,200",12\n',
    );
    const [first, second, third] = dives;
    expect(first).toMatchObject({ maxDepthM: 18.288, cylinders: [{ startBar: 206.842, endBar: 34.474 }] });
    expect(second).toMatchObject({
      maxDepthM: 18,
      waterTempC: 24,
      weightKg: 5,
      cylinders: [{ startBar: 200, endBar: 50 }],
    });
    expect(third).toMatchObject({ maxDepthM: 323.088, cylinders: [{ startBar: 206.842, endBar: 82.737 }] });
  });

  it('tells the greatest depth from the average, and whole dates from times', () => {
    const german = read('Datum;Startzeit;Max. Tiefe;Ø Tiefe\n01.06.2023;09:15;28,4 m;12,1 m\n');
    expect(german.dives).toMatchObject([{ start: { local: '2023-06-01T09:15:00' }, maxDepthM: 28.4, avgDepthM: 12.1 }]);
    const iso = read('start_time,end_time,depth\n2024-05-01T10:00:00+02:00,2024-05-01T10:45:00+02:00,18.4\n');
    expect(iso.dives).toMatchObject([{ start: { local: '2024-05-01T10:00:00', utcOffsetMin: 120 }, maxDepthM: 18.4 }]);
  });

  it('rejects a table with too many dives', () => {
    expect(() => read(`Date,Depth\n${'2024-05-01,10\n'.repeat(20_001)}`)).toThrow('more than 20000 dives');
  });

  it('reads UTF-16 without a mark', () => {
    const table = 'Datum;Max. Tiefe;Ort\n13.05.2024;12,5;Grüner See\n';
    expect(readDiveFile(Buffer.from(table, 'utf16le')).dives).toMatchObject([{ maxDepthM: 12.5 }]);
    expect(readDiveFile(Buffer.from(table, 'utf16le').swap16()).dives).toMatchObject([
      { site: { name: 'Grüner See' } },
    ]);
  });

  it('reads UTF-16 and times with an offset or in UTC', () => {
    const table =
      'Date\tDepth\tSite\tLat\tLon\n2024-05-01T23:30:00+02:00\t12\tŻółw\t\t\n2024-05-01T23:30:00Z\t12\tA\t28.5\t34.5\n';
    const { dives } = readDiveFile(Buffer.from(`\uFEFF${table}`, 'utf16le'));
    expect(dives).toMatchObject([
      { start: { local: '2024-05-01T23:30:00', utcOffsetMin: 120 }, site: { name: 'Żółw' } },
      { start: { local: '2024-05-02T02:30:00', utcOffsetMin: 180 } },
    ]);
  });

  it('reads names of columns and units that programs write', () => {
    const { dives, warnings } = read(
      'datetime,max_depth_ft,duration_s,water_temp_f\n2024-05-01T10:00:00+02:00,60,360,64.4\n',
    );
    expect(warnings).toEqual([]);
    expect(dives).toMatchObject([
      {
        start: { local: '2024-05-01T10:00:00', utcOffsetMin: 120 },
        maxDepthM: 18.288,
        durationS: 360,
        waterTempC: 18,
      },
    ]);
  });

  it('reads digits and marks of other scripts', () => {
    const { dives } = read('التاريخ,العمق,المدة\n٢٠٢٤-٠٥-٠١,١٨٫٤,٤٠\n۲۰۲۴-۰۵-۰۲,۲۰٫۵,۳۵\n');
    expect(dives).toMatchObject([{ maxDepthM: 18.4, durationS: 2400 }, { maxDepthM: 20.5 }]);
  });

  it('finds the code page of a table in which its headers are words', () => {
    // 日付,水深,時間 in Shift JIS, Дата,Глубина in Windows-1251 and Głębokość in Windows-1250.
    const pages = {
      shift_jis: [0x93, 0xfa, 0x95, 0x74, 0x2c, 0x90, 0x85, 0x90, 0x5b, 0x2c, 0x8e, 0x9e, 0x8a, 0xd4],
      'windows-1251': [0xc4, 0xe0, 0xf2, 0xe0, 0x2c, 0xc3, 0xeb, 0xf3, 0xe1, 0xe8, 0xed, 0xe0, 0x2c, 0xc2],
      'windows-1250': [...Buffer.from('Data,G'), 0xb3, 0xea, 0x62, 0x6f, 0x6b, 0x6f, 0x9c, 0xe6, 0x2c, 0x78],
    };
    for (const [page, header] of Object.entries(pages)) {
      const bytes = Uint8Array.of(...header, ...Buffer.from('\n2024-05-01,18.4,40\n'));
      const { dives, warnings } = readDiveFile(bytes);
      expect(dives).toMatchObject([{ start: { local: '2024-05-01T00:00:00' }, maxDepthM: 18.4 }]);
      expect(warnings).toContainEqual({ field: 'encoding', code: 'wrong-encoding', value: page, count: 1 });
    }
  });

  it('replaces control characters in a text', () => {
    const { dives, warnings } = read(`Date,Depth,Duration,Site\n2024-05-01,18.4,40,a\0b ${'x'.repeat(50)}\n`);
    expect(dives).toMatchObject([{ site: { name: `a b ${'x'.repeat(50)}` } }]);
    expect(warnings).toMatchObject([{ code: 'control-characters' }]);
  });

  it('returns no dives for a table without rows', () => {
    expect(read('Date,Depth\n')).toMatchObject({ dives: [], warnings: [{ code: 'no-dives' }] });
  });

  it('keeps every cylinder of a spreadsheet with several', () => {
    const { dives } = read(
      '"dive number","date","time","duration [min]","maxdepth [m]","avgdepth [m]","airtemp [C]","watertemp [C]","cylinder size (1) [l]","startpressure (1) [bar]","endpressure (1) [bar]","o2 (1) [%]","he (1) [%]","cylinder size (2) [l]","startpressure (2) [bar]","endpressure (2) [bar]","o2 (2) [%]","he (2) [%]","location","gps","buddy"\n' +
        '7,2024-05-01,10:00:00,0:50:00,45.2,20.1,25,18,24,220,80,18,45,11,200,150,50,0,"Wreck","27.5 33.9","A, B"\n',
    );
    expect(dives).toMatchObject([
      {
        durationS: 3000,
        maxDepthM: 45.2,
        avgDepthM: 20.1,
        airTempC: 25,
        waterTempC: 18,
        site: { name: 'Wreck', position: { latitude: 27.5, longitude: 33.9 } },
        cylinders: [
          { volumeL: 24, startBar: 220, endBar: 80, gas: { o2: 18, he: 45 } },
          { volumeL: 11, startBar: 200, endBar: 150, gas: { o2: 50, he: 0 } },
        ],
      },
    ]);
  });

  it('finds the order of day and month by the rows, and says when it had to assume it', () => {
    const dates = (...values: string[]) => read(`Date,Depth\n${values.map((date) => `${date},10\n`).join('')}`);
    const starts = (...values: string[]) => dates(...values).dives.map(({ start }) => start?.local.slice(0, 10));
    expect(starts('01/02/2024', '02/13/2024')).toEqual(['2024-01-02', '2024-02-13']);
    expect(starts('01/02/2024', '13/02/2024')).toEqual(['2024-02-01', '2024-02-13']);
    expect(starts('05/01/2024', '06/01/2024', '04/02/2024')).toEqual(['2024-01-05', '2024-01-06', '2024-02-04']);
    expect(dates('05/01/2024').warnings).toMatchObject([{ code: 'date-order-assumed', value: 'dmy' }]);
    expect(starts('1 May 2024', 'Mai 2 2024', '3 мая 2024', '2024年5月4日', '45417')).toEqual([
      '2024-05-01',
      '2024-05-02',
      '2024-05-03',
      '2024-05-04',
      '2024-05-05',
    ]);
  });

  it('gives no date to a row with an impossible one and skips rows without a dive', () => {
    const { dives, warnings } = read('My dives,,\nDate,Depth,Color\n2024-02-30,-5,red\n,12,\ntotal,,\n');
    expect(dives).toMatchObject([
      { start: null, maxDepthM: null, warnings: [{ code: 'invalid-date' }, { field: 'max_depth_m' }] },
      { start: null, maxDepthM: 12 },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['column-ignored', 'missing-value']);
  });

  it('applies a mapping that a person has changed', () => {
    const bytes = new TextEncoder().encode('Date,Depth,Wind\n03/04/2024,50,12\n');
    const guess = guessCsvMapping(parseRows(bytes, []), []);
    expect(guess).toMatchObject({
      headerRow: 0,
      columns: [{ field: 'date' }, { field: 'maxDepth' }, { field: null }],
      dateOrder: 'dmy',
      depthUnit: 'm',
    });
    if (guess === null) return;
    const columns = guess.columns.with(2, { field: 'waterTemp', cylinder: 0 });
    const changed = { ...guess, columns, dateOrder: 'mdy', depthUnit: 'ft', temperatureUnit: 'C' } as const;
    expect(readCsv(bytes, [], changed)).toMatchObject([
      { start: { local: '2024-03-04T00:00:00' }, maxDepthM: 50 / 3.280_84, waterTempC: 12 },
    ]);
  });

  it('rejects tables that are no logbook', () => {
    for (const text of ['a,b\n1,2\n', 'name,email\nx,y\n', 'just a sentence, with a comma'])
      expect(() => read(text)).toThrow('no columns of a dive log');
  });
});

describe('tables with a row for each sample', () => {
  it('reads the dives of a profile that Subsurface exported', () => {
    const { dives } = read(
      [
        '"dive number","date","time","sample time (min)","sample depth (m)","sample temperature (C)","sample pressure (bar)"',
        '"1","2024-08-31","12:49:36","0:10","1.5","20","200"',
        '"1","2024-08-31","12:49:36","0:20","3.5","19","199"',
        '"2","2024-08-31","15:49:36","0:10","2.5","20",""',
      ].join('\n'),
    );
    expect(dives).toMatchObject([
      {
        number: 1,
        start: { local: '2024-08-31T12:49:36' },
        maxDepthM: 3.5,
        durationS: 20,
        waterTempC: 19,
        cylinders: [{ startBar: 200, endBar: 199 }],
        recordings: [{ samples: { count: 2 } }],
      },
      { number: 2, maxDepthM: 2.5, recordings: [{ samples: { count: 1 } }] },
    ]);
  });

  it('reads times that ascend without a date as one dive', () => {
    const rows = Array.from({ length: 10 }, (_, index) => `0:${index}0;${index},5`);
    const { dives } = read(
      ['Zeit;Tiefe (m)', ...rows]
        .join('\n')
        .replace('0:60', '1:00')
        .replace('0:70', '1:10')
        .replace('0:80', '1:20')
        .replace('0:90', '1:30'),
    );
    expect(dives).toMatchObject([
      { start: null, maxDepthM: 9.5, durationS: 90, warnings: [{ field: 'datetime', code: 'missing-value' }] },
    ]);
  });
});

it('keeps the rows after a quote that is never closed', () => {
  expect(read('Date,Depth,Notes\n2024-05-13,5,"open\n2024-05-14,6,x\n').dives).toHaveLength(2);
});

it('takes the time of a date before that of another column', () => {
  const [dive] = read('Date,Time,Max Depth,Bottom Time\n2024-05-13 10:22:33,00:45:12,18.4,00:45:12\n').dives;
  expect(dive).toMatchObject({ start: { local: '2024-05-13T10:22:33' }, durationS: 2712 });
});

it.each([
  'Tiefe (Fuß)',
  'Profondeur (pieds)',
  'Profundidad (pies)',
  'Глубина (футы)',
  '最大水深(フィート)',
  '深度（英尺）',
])('reads feet in the header %s', (header) => {
  const [dive] = read(`Date;${header}\n2024-05-13;60\n2024-05-14;30\n`).dives;
  expect(dive?.maxDepthM).toBe(18.288);
});

it('reads a position with hemispheres', () => {
  const [dive] = read(`Date,Depth,Latitude,Longitude\n2024-05-13,5,8.5 S,115.5 E\n`).dives;
  expect(dive?.site?.position).toEqual({ latitude: -8.5, longitude: 115.5 });
});
