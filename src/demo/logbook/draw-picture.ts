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

/** Light that fades with depth. */
const fading = (id: string, color: string, opacity: number) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/>
    <stop offset="1" stop-color="${color}" stop-opacity="0"/></linearGradient>`;

const defs = `<defs>
  ${water('blue', '#8fd6d2', '#35a0ad', '#126478', '#06303f', '#04222d')}
  ${water('green', '#dbe3a0', '#7fae7b', '#35705f', '#12393a', '#0a2629')}
  ${water('pale', '#e4f8f2', '#93d8d6', '#4fb0ba', '#3a93a2')}
  ${water('bed', '#8fb9a8', '#cdc79c', '#d8cda0', '#b9ac7f')}
  ${fading('ray', '#f4fff6', 0.5)}
  <radialGradient id="window" cx="0.5" cy="0.44" r="0.66"><stop offset="0" stop-color="#f8fdfb"/>
    <stop offset="0.35" stop-color="#c5e8e8"/><stop offset="0.62" stop-color="#5fb0bd"/>
    <stop offset="0.82" stop-color="#1b6678"/><stop offset="1" stop-color="#08303f"/></radialGradient>
  <radialGradient id="edges" r="0.75"><stop offset="0.55" stop-color="#02161d" stop-opacity="0"/>
    <stop offset="1" stop-color="#02161d" stop-opacity="0.5"/></radialGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
  <filter id="far"><feGaussianBlur stdDeviation="3"/></filter>
</defs>`;

const ground = (fill: string) => `<rect width="100%" height="100%" fill="url(#${fill})"/>`;

const rays = (count: number) =>
  `<g filter="url(#soft)" fill="url(#ray)">${times(count, (i) => {
    const x = (1_900 * (i + 0.4 + scatter(i) * 0.5)) / count;
    const [spread, depth] = [60 + scatter(i + 40) * 150, 620 + scatter(i + 21) * 560];
    return `<path opacity="${0.25 + scatter(i + 9) * 0.5}" d="M${x} -60 L${x + 50} -60 L${x - 180 + spread} ${depth} L${x - 360} ${depth}Z"/>`;
  })}</g>`;

/** Particles in the water, and darker corners. */
const haze = (count: number) =>
  `<g fill="#f2fffb">${times(count, (i) => `<circle cx="${scatter(i + 200) * 1_600}" cy="${scatter(i + 411) * 1_200}" r="${1 + scatter(i + 77) * 2.4}" opacity="${0.1 + scatter(i + 5) * 0.35}"/>`)}</g>
  <rect width="100%" height="100%" fill="url(#edges)"/>`;

/** A rough edge of rock from top to bottom, `at` from the left. */
const rock = (at: number, sway: number, seed: number, fill: string) => {
  const edge = times(41, (i) => {
    const swell = Math.sin(i * 0.32 + seed) * sway + Math.sin(i * 0.81 + seed * 2) * sway * 0.4;
    return `L${at + swell + (scatter(seed + i) - 0.5) * 44} ${i * 30.5 - 10} `;
  });
  return `<path fill="${fill}" stroke="${fill}" stroke-width="14" stroke-linejoin="round" d="M-40 -20 ${edge} L-40 1240Z"/>`;
};

/** A sea fan with its branches. */
const fan = (x: number, y: number, size: number, color: string) =>
  `<g transform="translate(${x} ${y}) rotate(38) scale(${size})" fill="none" stroke="${color}" stroke-linecap="round">${times(
    15,
    (i) => {
      const turn = -1.15 + i * 0.165;
      const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
      const long = 84 + scatter(i + 15) * 34;
      return `<path stroke-width="${5 - (i % 3)}" d="M0 0Q${dx * 26} ${dy * 52} ${dx * long} ${dy * long}"/>`;
    },
  )}<path stroke-width="5" d="M0 0L0 26"/></g>`;

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

/** A turtle from below, against the light. */
const turtle = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) rotate(-32) scale(${size})" fill="#0b3340">
    <path d="M-74 0C-74 -44 -38 -64 4 -60C52 -56 84 -30 88 0C84 30 52 56 4 60C-38 64 -74 44 -74 0Z"/>
    <path d="M82 -14C102 -22 128 -16 134 0C128 16 102 22 82 14Z"/>
    <path d="M52 -46C66 -96 28 -150 -34 -168C-22 -120 -2 -72 22 -50ZM52 46C66 96 28 150 -34 168C-22 120 -2 72 22 50Z"/>
    <path d="M-62 -34C-88 -44 -116 -70 -124 -92C-92 -92 -62 -72 -44 -48ZM-62 34C-88 44 -116 70 -124 92C-92 92 -62 72 -44 48Z"/>
    <g fill="#1d5a68"><path d="M-56 0L-30 -36L18 -40L54 -22L62 0L54 22L18 40L-30 36Z"/></g>
    <g stroke="#0b3340" stroke-width="5" fill="none"><path d="M-56 0H62M-30 -36L-14 0L-30 36M18 -40L30 0L18 40"/></g></g>`;

const starfish = (x: number, y: number, size: number) => {
  const arm = (grow: number) => `M${-26 * grow} 6C-22 -60 -12 -116 0 -132C12 -116 22 -60 ${26 * grow} 6Z`;
  const arms = (grow: number) => times(5, (i) => `<path transform="rotate(${i * 72 + 9})" d="${arm(grow)}"/>`);
  const dots = times(40, (i) => {
    const [turn, far] = [((i % 5) * 72 + 9) * (Math.PI / 180), 14 + Math.floor(i / 5) * 13];
    const side = ((i % 3) - 1) * 5;
    return `<circle cx="${Math.sin(turn) * far + side}" cy="${-Math.cos(turn) * far}" r="${4.4 - far / 36}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${size} ${size * 0.72})"><g fill="#5d5a3c" opacity="0.5" filter="url(#far)" transform="translate(16 22)">${arms(1)}</g>
    <g fill="#c9502a" stroke="#c9502a" stroke-width="16" stroke-linejoin="round">${arms(1)}</g><g fill="#ea7f45">${arms(0.5)}</g><g fill="#ffd3a4">${dots}</g></g>`;
};

const drawings: Record<DemoPicture, () => string> = {
  wall: () => `${ground('blue')}${rays(9)}
    <g filter="url(#soft)" opacity="0.5">${rock(640, 60, 4, '#0c5566')}</g>
    ${rock(470, 70, 7, '#0b3d42')}${rock(350, 56, 12, '#14564f')}${rock(190, 44, 3, '#257a5c')}
    ${times(90, (i) => `<circle cx="${10 + scatter(i) * 400}" cy="${30 + scatter(i + 90) * 1_140}" r="${4 + scatter(i + 30) * 15}" fill="${['#e2a15f', '#8fc9a3', '#c65f6b', '#5ea889'][i % 4] ?? ''}" opacity="${0.35 + scatter(i + 8) * 0.4}" filter="url(#far)"/>`)}
    ${fan(455, 380, 1.5, '#d9536b')}${fan(520, 800, 1.9, '#e58a4e')}${fan(420, 1_080, 1.3, '#c65f9a')}
    ${times(46, (i) => fish(560 + scatter(i + 600) * 420, 560 + scatter(i + 640) * 420, 1.1 + scatter(i) * 0.9, -14 + scatter(i + 7) * 28, i % 3 === 0 ? '#ffb36b' : '#f2824d'))}
    ${shoal(40, 60, 1_250, 960, 560, '#0d4554')}${diver(1_060, 450, 1.35)}${haze(70)}`,
  kelp: () => `${ground('green')}${rays(11)}
    <g filter="url(#soft)" opacity="0.55">${times(9, (i) => frond(90 + i * 180, i + 30, 980 + scatter(i) * 240, '#4d8055'))}</g>
    <g filter="url(#far)" opacity="0.85">${times(6, (i) => frond(150 + i * 270, i + 50, 1_000 + scatter(i + 6) * 220, '#476b36'))}</g>
    ${times(6, (i) => frond(30 + i * 310, i + 3, 900 + scatter(i + 2) * 360, i % 2 === 0 ? '#8a8431' : '#5d6a2b'))}
    ${shoal(26, 320, 900, 420, 760, '#1f4a40')}
    ${fish(640, 760, 6, -4, '#f0832f')}${fish(790, 850, 4.6, 6, '#f59a45')}${fish(1_010, 700, 5, -8, '#e9742a')}${haze(80)}`,
  fish: () => `${ground('window')}
    ${times(260, (i) => {
      const [turn, far] = [i * 2.399, 250 + scatter(i) * 420];
      const [x, y] = [800 + Math.cos(turn) * far * 1.15, 540 + Math.sin(turn) * far * 0.82];
      return fish(x, y, 1 + scatter(i + 60) * 1.8, (turn * 180) / Math.PI + 96, i % 4 === 0 ? '#3f8493' : '#10414f');
    })}
    ${turtle(790, 520, 1.45)}${haze(60)}`,
  sand: () => `${ground('pale')}${rays(10)}
    <g filter="url(#soft)" opacity="0.55"><path fill="#2f7f8d" d="M0 640C120 560 240 590 330 640C520 500 640 560 760 650H1100C1230 540 1420 520 1600 610V760H0Z"/></g>
    <path fill="url(#bed)" d="M0 660C400 616 1100 700 1600 640V1200H0Z"/>
    <g fill="none" stroke="#8f8a62" stroke-width="10" opacity="0.4" filter="url(#far)">${times(14, (i) => {
      const y = 690 + i * i * 2.6 + i * 10;
      return `<path d="M-20 ${y}C300 ${y - 34} 520 ${y + 30} 830 ${y}S1330 ${y - 30} 1640 ${y + 8}"/>`;
    })}</g>
    <g fill="none" stroke="#fffbe2" stroke-width="6" opacity="0.32" filter="url(#far)">${times(34, (i) => {
      const [x, y] = [scatter(i + 31) * 1_600, 700 + scatter(i + 83) * 460];
      const wide = 60 + (y - 640) * 0.28;
      return `<path d="M${x} ${y}q${wide / 2} ${-wide / 5} ${wide} 0t${wide} ${wide / 8}"/>`;
    })}</g>
    <g fill="#6f8f78"><path d="M90 900C110 820 210 800 270 840C330 800 420 850 430 920C330 950 180 950 90 900Z"/><path fill="#8aa98b" d="M120 880C150 830 220 820 262 856C230 884 170 896 120 880Z"/></g>
    ${fan(250, 830, 1.5, '#cf5f73')}${fan(350, 850, 1.1, '#e39a5b')}
    ${shoal(34, 900, 560, 400, 700, '#2f7a88')}${fish(1_180, 520, 7, 4, '#2b6f80')}${fish(1_010, 590, 5, -3, '#3a8494')}
    ${starfish(1_080, 930, 1.35)}${haze(50)}`,
};
