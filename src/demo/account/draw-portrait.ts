import { createRandom, type Random } from '#demo/world/random.ts';

/** What a drawn portrait has to fit. */
export interface PortraitSubject {
  /** Chooses everything else, always in the same way. */
  seed: number;
  age: number;
  hair: 'long' | 'short' | 'any';
  /** Where the person comes from, for plausible colors of skin and hair. */
  tone: 'light' | 'medium' | 'dark' | 'any';
}

const sizePx = 800;

interface Skin {
  skin: string;
  shade: string;
  lips: string;
}
const skins: Record<Exclude<PortraitSubject['tone'], 'any'>, readonly Skin[]> = {
  light: [
    { skin: '#f3d0b5', shade: '#dfae8d', lips: '#bd6e62' },
    { skin: '#efc6a8', shade: '#dca888', lips: '#b9685c' },
    { skin: '#e9bf9d', shade: '#d3a07b', lips: '#ae5f54' },
  ],
  medium: [
    { skin: '#e0b48c', shade: '#c9976d', lips: '#a35a4c' },
    { skin: '#d2a077', shade: '#b6835a', lips: '#98503f' },
    { skin: '#c08a60', shade: '#a3704a', lips: '#8a4a3c' },
  ],
  dark: [
    { skin: '#a06b46', shade: '#855534', lips: '#7b3f35' },
    { skin: '#855437', shade: '#6b4029', lips: '#6c3530' },
    { skin: '#6b4330', shade: '#543322', lips: '#5d2f2b' },
  ],
};
const hairColors = {
  light: ['#c99a52', '#8a5a34', '#5b3a25', '#b5552d', '#d8b878', '#3a2a22'],
  medium: ['#2b2320', '#3b2a20', '#1f1a1a', '#4a3326'],
  dark: ['#1c1717', '#241c1a', '#2e2420'],
};
const grays = ['#c9c6c1', '#a9a5a0', '#8d8984'];
const skies = [
  ['#d9ecec', '#7fb4bd'],
  ['#e8ecf3', '#9db4cf'],
  ['#efe9dc', '#b3c3bd'],
  ['#f4e4d4', '#d6a58a'],
  ['#e2efe0', '#8fb59a'],
  ['#dfe6f2', '#6f93b8'],
  ['#f3ead0', '#c8b277'],
] as const;
const clothes = [
  ['#0b3a46', '#e8633f'],
  ['#5a3347', '#d9b44a'],
  ['#1f4f5c', '#0a2c35'],
  ['#2c3e57', '#c8d5e0'],
  ['#7a3b2c', '#efe3cf'],
  ['#35523f', '#d8c69a'],
  ['#8a8f98', '#2b3038'],
  ['#b3492f', '#1d2d38'],
] as const;

/** Hair behind and in front of the head. Paths share the head of the drawing below. */
const longStyles = [
  {
    back: '<path d="M262 330C250 190 330 120 402 120C486 120 552 186 540 336C540 440 566 520 590 574C520 606 286 606 214 574C242 520 264 430 262 330Z"/>',
    front:
      '<path d="M284 318C280 214 330 158 402 156C474 158 524 214 518 320C506 268 478 236 440 224C402 252 330 262 300 262C290 280 286 298 284 318Z"/>',
  },
  {
    back: '<path d="M268 330C254 196 330 126 402 126C480 126 548 192 534 334C534 400 540 452 548 492C500 520 304 520 256 492C266 440 270 400 268 330Z"/>',
    front:
      '<path d="M284 322C280 214 330 154 402 152C474 154 524 214 518 322C512 296 506 280 498 270C440 282 364 282 304 270C296 282 288 300 284 322Z"/>',
  },
  // Tied up.
  {
    back: '<circle cx="404" cy="118" r="62"/><path d="M270 336C256 200 330 138 402 138C476 138 546 200 532 336Z"/>',
    front:
      '<path d="M284 316C282 214 332 160 402 158C472 160 522 214 518 316C508 262 470 226 402 222C334 226 296 262 284 316Z"/>',
  },
  // Curls.
  {
    back: '<g><circle cx="290" cy="250" r="74"/><circle cx="268" cy="350" r="70"/><circle cx="272" cy="446" r="62"/><circle cx="400" cy="186" r="104"/><circle cx="512" cy="250" r="74"/><circle cx="534" cy="350" r="70"/><circle cx="530" cy="446" r="62"/></g>',
    front:
      '<g><circle cx="318" cy="232" r="42"/><circle cx="374" cy="206" r="46"/><circle cx="438" cy="206" r="46"/><circle cx="490" cy="234" r="40"/></g>',
  },
];
const shortStyles = [
  {
    back: '<path d="M276 330C262 200 330 140 402 140C476 140 540 200 526 330Z"/>',
    front:
      '<path d="M282 316C270 214 330 150 404 150C478 150 532 214 520 318C514 282 502 262 488 248C430 262 360 258 318 244C298 262 288 286 282 316Z"/>',
  },
  // Side parting.
  {
    back: '<path d="M278 322C266 206 330 146 404 146C474 146 536 204 524 322Z"/>',
    front:
      '<path d="M284 312C272 222 318 156 398 150C486 146 530 214 518 312C510 280 500 258 484 244C424 240 356 222 340 196C322 228 296 262 284 312Z"/>',
  },
  // Cropped.
  {
    back: '<path d="M284 306C276 212 332 164 402 164C472 164 528 212 518 306Z"/>',
    front:
      '<path d="M286 300C284 224 336 178 402 178C468 178 520 224 516 300C508 262 494 244 480 236C430 224 374 224 324 236C308 244 294 262 286 300Z"/>',
  },
  // Thinning.
  {
    back: '<path d="M276 372C270 330 274 300 286 280C290 320 288 350 290 380ZM528 372C534 330 530 300 518 280C514 320 516 350 514 380Z"/>',
    front: '',
  },
];
const beard =
  '<path opacity="0.82" d="M290 372C298 470 346 520 402 520C458 520 506 470 514 372C506 410 494 424 470 430C452 416 430 412 402 418C374 412 352 416 334 430C310 424 298 410 290 372ZM360 446C386 436 418 436 444 446C432 468 418 474 402 474C386 474 372 468 360 446Z"/>';
const glasses =
  '<g fill="none" stroke="#2b3038" stroke-width="7"><rect x="316" y="322" width="68" height="50" rx="22"/><rect x="420" y="322" width="68" height="50" rx="22"/><path d="M384 342C394 334 410 334 420 342M316 340L286 334M488 340L518 334"/></g>';

/** Draws an invented person from the shoulders up, 800 by 800 pixels. */
export async function drawPortrait(subject: PortraitSubject): Promise<Buffer> {
  // sharp is imported here because only the first load of the demo needs it in this process.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(composePortrait(subject, createRandom(`portrait ${subject.seed}`))))
    .jpeg({ quality: 88 })
    .toBuffer();
}

function composePortrait({ age, hair, tone }: PortraitSubject, random: Random): string {
  const kind = tone === 'any' ? random.pick(['light', 'medium', 'dark'] as const) : tone;
  const { skin, shade, lips } = random.pick(skins[kind]);
  const isGray = age > 52 || (age > 42 && random.chance(30));
  const hairColor = isGray ? random.pick(grays) : random.pick(hairColors[kind]);
  const isLong = hair === 'long' ? random.chance(88) : hair === 'any' ? random.chance(50) : random.chance(8);
  const { back, front } = isLong
    ? random.pick(longStyles)
    : random.pick(age > 38 && hair === 'short' ? shortStyles : shortStyles.slice(0, 3));
  const hasBeard = !isLong && hair === 'short' && age > 21 && random.chance(45);
  const hasGlasses = random.chance(age > 40 ? 35 : 16);
  const [sky, [jacket, collar]] = [random.pick(skies), random.pick(clothes)];
  const eyes = random.pick(kind === 'light' ? ['#2b3f46', '#3d5a4a', '#4a3626'] : ['#2a1d18', '#35251c']);
  // Faces differ in width and in the height of eyes and mouth; children are a little smaller in the frame.
  const [width, lift, scale] = [random.int(94, 106) / 100, random.int(-8, 8), age < 15 ? 0.9 : 1];
  const smile = random.int(452, 474);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 800 800">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0.2" y2="1"><stop offset="0" stop-color="${sky[0]}"/>
      <stop offset="1" stop-color="${sky[1]}"/></linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="#ffffff" stop-opacity="0.55"/>
        <stop offset="1" stop-color="#ffffff" stop-opacity="0"/></radialGradient></defs>
    <rect width="800" height="800" fill="url(#sky)"/>
    <g fill="url(#glow)"><ellipse cx="400" cy="${540 + lift * 6}" rx="620" ry="90"/>
      <circle cx="${random.int(90, 700)}" cy="170" r="130"/></g>
    <g transform="translate(402 ${800 - 800 * scale}) scale(${scale}) scale(${width} 1) translate(-402 0)">
    <g fill="${hairColor}">${back}</g>
    <path fill="${shade}" d="M340 470H464V660H340Z"/>
    <path fill="${jacket}" d="M70 830C80 690 190 624 330 590C352 636 452 636 474 590C612 624 720 690 730 830Z"/>
    <path fill="${collar}" d="M322 566C340 640 464 640 482 566L512 596C486 690 318 690 292 596Z"/>
    <path fill="${skin}" d="M344 540H460V590C440 616 364 616 344 590Z"/>
    <path fill="${skin}" d="M288 330C286 230 336 180 402 180C468 180 518 230 516 330C514 440 462 520 402 520C342 520 290 440 288 330Z"/>
    <ellipse cx="284" cy="356" rx="18" ry="36" fill="${skin}"/><ellipse cx="520" cy="356" rx="18" ry="36" fill="${skin}"/>
    <path fill="${shade}" opacity="0.5" d="M402 340C396 376 380 398 382 410C392 420 414 420 422 410C408 408 402 380 402 340Z"/>
    <g transform="translate(0 ${lift})">
    <g fill="none" stroke="${hairColor}" stroke-width="${isLong ? 8 : 10}" stroke-linecap="round"><path d="M322 316C338 302 360 302 374 310"/>
      <path d="M430 310C444 302 466 302 482 316"/></g>
    <g fill="#ffffff"><ellipse cx="350" cy="346" rx="21" ry="12"/><ellipse cx="454" cy="346" rx="21" ry="12"/></g>
    <g fill="${eyes}"><circle cx="351" cy="346" r="11"/><circle cx="453" cy="346" r="11"/></g>
    <g fill="#ffffff"><circle cx="355" cy="342" r="3.5"/><circle cx="457" cy="342" r="3.5"/></g>
    ${hasGlasses ? glasses : ''}</g>
    <g fill="${hairColor}">${front}${hasBeard ? beard : ''}</g>
    <path fill="${lips}" d="M362 446C384 438 420 438 442 446C430 ${smile} 374 ${smile} 362 446Z"/>
    <path fill="#ffffff" opacity="0.85" d="M372 448C390 444 414 444 432 448C424 456 380 456 372 448Z"/></g></svg>`;
}
