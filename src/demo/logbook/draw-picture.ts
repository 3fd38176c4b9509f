/** Drawn underwater photos, the same each time. */
export type DemoPicture = 'wall' | 'kelp' | 'fish' | 'sand';

const [width, height] = [1_280, 960];

/** A deterministic pseudo-random number between 0 and 1. */
const scatter = (seed: number) => {
  const value = Math.sin(seed * 127.1 + 11.7) * 43_758.5453;
  return value - Math.floor(value);
};
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

export async function drawPicture(picture: DemoPicture): Promise<Buffer> {
  // sharp is imported here because only the first load of the demo needs it in this process.
  const { default: sharp } = await import('sharp');
  const size = `width="${width}" height="${height}" viewBox="0 0 1600 1200"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${defs}${drawings[picture]()}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer();
}

const water = (id: string, ...colors: string[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0.15" y2="1">${colors
    .map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const defs = `<defs>
  ${water('blue', '#7cc9c6', '#2f8f9b', '#12606f', '#083844')}
  ${water('green', '#b7c78a', '#5f9270', '#2b6358', '#143b38')}
  ${water('pale', '#d6f1ea', '#86cdcb', '#56aab0', '#9dbfa9')}
  <radialGradient id="window" cx="0.5" cy="0.46" r="0.62"><stop offset="0" stop-color="#f2fbfa"/>
    <stop offset="0.45" stop-color="#b9dfe2"/><stop offset="0.75" stop-color="#4f97a6"/>
    <stop offset="1" stop-color="#0e4253"/></radialGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
  <filter id="far"><feGaussianBlur stdDeviation="3"/></filter>
  <filter id="rough" filterUnits="userSpaceOnUse" x="-200" y="-200" width="1000" height="1600"><feTurbulence type="fractalNoise"
    baseFrequency="0.012 0.02" numOctaves="3" seed="7" result="n"/><feDisplacementMap in="SourceGraphic" in2="n"
    scale="120"/></filter>
</defs>`;

const ground = (fill: string) => `<rect width="100%" height="100%" fill="url(#${fill})"/>`;

const rays = (count: number, color: string) =>
  `<g filter="url(#soft)" fill="${color}">${times(count, (i) => {
    const x = (1_600 * (i + 0.4 + scatter(i) * 0.5)) / count;
    const spread = 60 + scatter(i + 40) * 130;
    return `<path opacity="${0.1 + scatter(i + 9) * 0.14}" d="M${x} -60 L${x + 40} -60 L${x - 180 + spread} 1200 L${x - 340} 1200Z"/>`;
  })}</g>`;

const fish = (x: number, y: number, size: number, turn: number, fill: string) =>
  `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" fill="${fill}"
    d="M-10 0C-6 -5 4 -5 9 0C4 5 -6 5 -10 0ZM-9 0L-15 -4L-13 0L-15 4Z"/>`;

const shoal = (count: number, seed: number, x: number, y: number, spread: number, fill: string) =>
  times(count, (i) => {
    const [dx, dy] = [scatter(seed + i) - 0.5, scatter(seed + i + 500) - 0.5];
    return fish(x + dx * spread, y + dy * spread * 0.4, 1.1 + scatter(i) * 1.2, -8 + scatter(i + 7) * 16, fill);
  });

const diver = (
  x: number,
  y: number,
  size: number,
) => `<g transform="translate(${x} ${y}) scale(${size})" fill="#0a2c35">
  <ellipse rx="62" ry="15" transform="rotate(6)"/><ellipse cx="74" cy="-2" rx="17" ry="15"/>
  <rect x="-34" y="-30" width="74" height="19" rx="9" transform="rotate(6)"/>
  <path d="M-50 -2L-128 14L-176 2L-184 12L-128 28L-52 12ZM-50 2L-116 40L-160 44L-158 56L-112 54L-44 12Z"/>
  <path d="M40 8L66 38L78 34L58 4Z"/></g>
  <g fill="#dff3f1">${times(14, (i) => `<circle cx="${x + size * (96 + scatter(i) * 34)}" cy="${y - size * (24 + i * 26)}" r="${size * (2.4 + scatter(i + 3) * 5)}" opacity="${0.75 - i * 0.035}"/>`)}</g>`;

/** A kelp frond; `part` is the relative height above the ground. */
const frond = (x: number, seed: number, tall: number, fill: string) => {
  const at = (part: number): [number, number] => [
    x + Math.sin(part * 5 + seed) * 46 + part * (scatter(seed) - 0.5) * 160,
    1_220 - part * tall,
  ];
  const stem = times(30, (i) => `${i === 0 ? 'M' : 'L'}${at(i / 29).join(' ')}`);
  const leaves = times(26, (i) => {
    const [side, size] = [i % 2 === 0 ? 1 : -1, 0.7 + scatter(seed + i) * 0.6];
    const turn = side * (38 + scatter(i + seed) * 34);
    return `<path transform="translate(${at((i + 1) / 27).join(' ')}) rotate(${turn}) scale(${side * size} ${size})"
      d="M0 0C20 -16 74 -22 118 2C74 18 22 14 0 0Z"/>`;
  });
  return `<g fill="${fill}"><path d="${stem}" fill="none" stroke="${fill}" stroke-width="7"/>${leaves}</g>`;
};

const drawings: Record<DemoPicture, () => string> = {
  wall: () => `${ground('blue')}${rays(7, '#e6fbf6')}
    <g filter="url(#rough)"><path fill="#0f4a45" d="M-400 -200H430L520 260L470 560L590 820L540 1400H-400Z"/>
    <path fill="#1f6a55" opacity="0.8" d="M-400 -200H300L370 300L300 620L420 900L360 1400H-400Z"/>
    <path fill="#3b7f4e" opacity="0.5" d="M-400 60H180L260 380L150 700L260 1000L200 1400H-400Z"/></g>
    ${times(60, (i) => `<circle cx="${40 + scatter(i) * 430}" cy="${80 + scatter(i + 90) * 1_080}" r="${5 + scatter(i + 30) * 13}" fill="${i % 4 === 0 ? '#d7b37a' : '#8fbf9f'}" opacity="0.5" filter="url(#far)"/>`)}
    ${shoal(34, 60, 1_150, 860, 620, '#0d3c48')}${diver(980, 470, 1.25)}`,
  kelp: () => `${ground('green')}${rays(9, '#f5f3c4')}
    <g filter="url(#soft)" opacity="0.7">${times(9, (i) => frond(90 + i * 180, i + 30, 900 + scatter(i) * 280, '#3f6b45'))}</g>
    ${times(7, (i) => frond(60 + i * 255, i + 3, 820 + scatter(i + 2) * 400, i % 2 === 0 ? '#6a6a2c' : '#4c5a2a'))}
    ${shoal(18, 320, 820, 520, 900, '#23423a')}`,
  fish: () => `${ground('window')}
    ${times(170, (i) => {
      const [turn, far] = [i * 2.399, 210 + scatter(i) * 400];
      const [x, y] = [800 + Math.cos(turn) * far * 1.15, 564 + Math.sin(turn) * far * 0.82];
      return fish(x, y, 1 + scatter(i + 60) * 1.6, (turn * 180) / Math.PI + 96, i % 5 === 0 ? '#3a6f7c' : '#123f4c');
    })}
    <path transform="translate(600 430) rotate(28) scale(1.5)" fill="#0c2f3a"
      d="M-150 6C-110 -34 -30 -50 50 -34C92 -26 120 -10 134 2C118 20 84 30 44 34C-30 42 -104 34 -150 6ZM-146 4L-206 -22L-192 8L-210 34ZM6 30L-26 84L42 40Z"/>`,
  sand: () => `${ground('pale')}${rays(8, '#ffffff')}
    <path fill="#c3c79d" d="M0 640C400 590 1100 690 1600 620V1200H0Z"/>
    <g fill="none" stroke="#a3ad88" stroke-width="9" opacity="0.65" filter="url(#far)">${times(16, (i) => {
      const y = 680 + i * i * 2.3 + i * 10;
      return `<path d="M-20 ${y}C300 ${y - 34} 520 ${y + 30} 830 ${y}S1330 ${y - 30} 1640 ${y + 8}"/>`;
    })}</g>
    <g transform="translate(1080 905) rotate(14)" fill="#d2662f">${times(5, (i) => `<path transform="rotate(${i * 72})" d="M-20 0C-18 -60 -8 -110 0 -128C8 -110 18 -60 20 0Z"/>`)}
      <circle r="26"/></g>${shoal(16, 900, 470, 420, 560, '#3f8088')}`,
};
