/** The demo people, whom every test knows, by their affiliate ids. */
export const people = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  candidate: 400_006,
  store: 400_007,
  staff: 400_008,
};
export type Somebody = keyof typeof people;
export const emailOf = (name: Somebody | null) => (name === null ? null : `${name}@demo.test`);
