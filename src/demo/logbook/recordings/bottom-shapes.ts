/** What a site is like decides how divers move there. */
export type SiteKind = 'wall' | 'reef' | 'slope' | 'wreck' | 'quarry' | 'training';

/** Depths between descent and final ascent, as shares of that time and of the maximum depth. */
type BottomShape = readonly (readonly [time: number, depth: number])[];

/** Two ways to dive each kind of site. The deepest point of each is 1. */
export const bottomShapes: Readonly<Record<SiteKind, readonly [BottomShape, BottomShape]>> = {
  // Deepest at the beginning, then up along the wall in steps.
  wall: [
    [
      [0, 0.88],
      [0.07, 1],
      [0.18, 0.96],
      [0.3, 0.8],
      [0.42, 0.82],
      [0.52, 0.64],
      [0.68, 0.6],
      [0.8, 0.44],
      [1, 0.38],
    ],
    [
      [0, 0.72],
      [0.1, 0.9],
      [0.2, 1],
      [0.28, 0.9],
      [0.45, 0.86],
      [0.55, 0.7],
      [0.7, 0.52],
      [0.84, 0.5],
      [1, 0.36],
    ],
  ],
  // Up and down over the reef, shallower towards the end.
  reef: [
    [
      [0, 0.7],
      [0.1, 0.84],
      [0.22, 0.8],
      [0.32, 1],
      [0.42, 0.86],
      [0.55, 0.9],
      [0.66, 0.66],
      [0.82, 0.6],
      [1, 0.45],
    ],
    [
      [0, 0.82],
      [0.12, 1],
      [0.24, 0.86],
      [0.38, 0.92],
      [0.5, 0.68],
      [0.62, 0.76],
      [0.78, 0.55],
      [0.9, 0.58],
      [1, 0.42],
    ],
  ],
  // Out along the bottom from the shore and back.
  slope: [
    [
      [0, 0.34],
      [0.12, 0.5],
      [0.28, 0.76],
      [0.38, 0.8],
      [0.48, 1],
      [0.58, 0.92],
      [0.7, 0.7],
      [0.86, 0.48],
      [1, 0.32],
    ],
    [
      [0, 0.42],
      [0.16, 0.64],
      [0.24, 0.62],
      [0.36, 0.9],
      [0.44, 1],
      [0.6, 0.78],
      [0.72, 0.74],
      [0.85, 0.46],
      [1, 0.36],
    ],
  ],
  // Down the line to the deck, once to the seabed, and back over the deck to the line.
  wreck: [
    [
      [0, 0.8],
      [0.1, 0.82],
      [0.18, 1],
      [0.38, 0.97],
      [0.45, 0.82],
      [0.6, 0.85],
      [0.7, 0.7],
      [0.88, 0.74],
      [1, 0.66],
    ],
    [
      [0, 0.9],
      [0.08, 0.97],
      [0.22, 1],
      [0.3, 0.86],
      [0.48, 0.9],
      [0.56, 0.74],
      [0.74, 0.78],
      [0.9, 0.6],
      [1, 0.62],
    ],
  ],
  // From one sunken thing to the next: platforms with short ways between them.
  quarry: [
    [
      [0, 0.42],
      [0.14, 0.44],
      [0.22, 0.74],
      [0.36, 0.76],
      [0.43, 1],
      [0.58, 0.97],
      [0.66, 0.72],
      [0.8, 0.68],
      [0.88, 0.42],
      [1, 0.4],
    ],
    [
      [0, 0.6],
      [0.16, 0.62],
      [0.24, 0.96],
      [0.34, 1],
      [0.44, 0.95],
      [0.52, 0.7],
      [0.7, 0.72],
      [0.78, 0.5],
      [1, 0.44],
    ],
  ],
  // Skills on the sand, then a tour.
  training: [
    [
      [0, 0.78],
      [0.06, 0.8],
      [0.44, 0.81],
      [0.52, 0.92],
      [0.64, 1],
      [0.74, 0.9],
      [0.86, 0.76],
      [1, 0.66],
    ],
    [
      [0, 0.7],
      [0.1, 0.86],
      [0.2, 1],
      [0.34, 0.94],
      [0.42, 0.8],
      [0.82, 0.79],
      [0.9, 0.7],
      [1, 0.64],
    ],
  ],
};
