/** Drawn photos of invented people. */
export type Portrait = 'diver' | 'instructor' | 'student';

const sizePx = 800;

interface PortraitStyle {
  sky: [string, string];
  skin: string;
  shade: string;
  lips: string;
  hair: string;
  jacket: string;
  collar: string;
}

const portraitStyles: Record<Portrait, PortraitStyle> = {
  diver: {
    sky: ['#d9ecec', '#7fb4bd'],
    skin: '#efc6a8',
    shade: '#dca888',
    lips: '#b9685c',
    hair: '#c99a52',
    jacket: '#0b3a46',
    collar: '#e8633f',
  },
  student: {
    sky: ['#e8ecf3', '#9db4cf'],
    skin: '#e6bd98',
    shade: '#d09f79',
    lips: '#a9594f',
    hair: '#2b2320',
    jacket: '#5a3347',
    collar: '#d9b44a',
  },
  instructor: {
    sky: ['#efe9dc', '#b3c3bd'],
    skin: '#b98058',
    shade: '#9d6843',
    lips: '#8a4a3c',
    hair: '#2b2220',
    jacket: '#1f4f5c',
    collar: '#0a2c35',
  },
};

/** Hair behind and in front of the head. */
const hair: Record<Portrait, { back: string; front: string }> = {
  diver: {
    back: '<path d="M262 330C250 190 330 120 402 120C486 120 552 186 540 336C540 440 566 520 590 574C520 606 286 606 214 574C242 520 264 430 262 330Z"/>',
    front:
      '<path d="M284 318C280 214 330 158 402 156C474 158 524 214 518 320C506 268 478 236 440 224C402 252 330 262 300 262C290 280 286 298 284 318Z"/>',
  },
  student: {
    back: '<path d="M268 330C254 196 330 126 402 126C480 126 548 192 534 334C534 400 540 452 548 492C500 520 304 520 256 492C266 440 270 400 268 330Z"/>',
    front:
      '<path d="M284 322C280 214 330 154 402 152C474 154 524 214 518 322C512 296 506 280 498 270C440 282 364 282 304 270C296 282 288 300 284 322Z"/>',
  },
  instructor: {
    back: '<path d="M276 330C262 200 330 140 402 140C476 140 540 200 526 330Z"/>',
    front: `<path d="M282 316C270 214 330 150 404 150C478 150 532 214 520 318C514 282 502 262 488 248C430 262 360 258 318 244C298 262 288 286 282 316Z"/>
      <path opacity="0.82" d="M290 372C298 470 346 520 402 520C458 520 506 470 514 372C506 410 494 424 470 430C452 416 430 412 402 418C374 412 352 416 334 430C310 424 298 410 290 372ZM360 446C386 436 418 436 444 446C432 468 418 474 402 474C386 474 372 468 360 446Z"/>`,
  },
};

export async function drawPortrait(portrait: Portrait): Promise<Buffer> {
  const { sky, skin, shade, lips, hair: hairColor, jacket, collar } = portraitStyles[portrait];
  const { back, front } = hair[portrait];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 800 800">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0.2" y2="1"><stop offset="0" stop-color="${sky[0]}"/>
      <stop offset="1" stop-color="${sky[1]}"/></linearGradient>
      <filter id="soft"><feGaussianBlur stdDeviation="26"/></filter></defs>
    <rect width="800" height="800" fill="url(#sky)"/>
    <g filter="url(#soft)" opacity="0.5"><path fill="#ffffff" d="M-40 520C160 470 300 540 460 500S760 470 860 520V600H-40Z"/>
      <circle cx="650" cy="170" r="90" fill="#ffffff"/></g>
    <g fill="${hairColor}">${back}</g>
    <path fill="${shade}" d="M340 470H464V660H340Z"/>
    <path fill="${jacket}" d="M70 830C80 690 190 624 330 590C352 636 452 636 474 590C612 624 720 690 730 830Z"/>
    <path fill="${collar}" d="M322 566C340 640 464 640 482 566L512 596C486 690 318 690 292 596Z"/>
    <path fill="${skin}" d="M344 540H460V590C440 616 364 616 344 590Z"/>
    <path fill="${skin}" d="M288 330C286 230 336 180 402 180C468 180 518 230 516 330C514 440 462 520 402 520C342 520 290 440 288 330Z"/>
    <ellipse cx="284" cy="356" rx="18" ry="36" fill="${skin}"/><ellipse cx="520" cy="356" rx="18" ry="36" fill="${skin}"/>
    <path fill="${shade}" opacity="0.5" d="M402 340C396 376 380 398 382 410C392 420 414 420 422 410C408 408 402 380 402 340Z"/>
    <g fill="none" stroke="${hairColor}" stroke-width="9" stroke-linecap="round"><path d="M322 316C338 302 360 302 374 310"/>
      <path d="M430 310C444 302 466 302 482 316"/></g>
    <g fill="#ffffff"><ellipse cx="350" cy="346" rx="21" ry="12"/><ellipse cx="454" cy="346" rx="21" ry="12"/></g>
    <g fill="#2b3f46"><circle cx="351" cy="346" r="11"/><circle cx="453" cy="346" r="11"/></g>
    <g fill="${hairColor}">${front}</g>
    <path fill="${lips}" d="M362 446C384 438 420 438 442 446C430 470 374 470 362 446Z"/>
    <path fill="#ffffff" opacity="0.85" d="M372 448C390 444 414 444 432 448C424 456 380 456 372 448Z"/></svg>`;
  // sharp is imported here because only the first load of the demo needs it in this process.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}
