export const desk = '/desk/orders';
export const staff = 'staff@demo.test';
export const unknownOrder = `${desk}/5b0cf1f4-5a51-4c2b-9a5e-0f3f3a6f0a11`;
export const products = { peakBuoyancy: 2004, gear: 4001 };
